import { describe, expect, test } from 'vitest'
import type { Script, ScriptedTurn } from '../../../src/models/scripted.ts'
import { createRedactor } from '../../../src/redaction/create-redactor.ts'
import { createTestDatabase } from '../../support/database.ts'
import { dump } from '../../support/dump.ts'
import { createTestEngine } from '../../support/engine.ts'
import { forTest } from '../../support/for-file.ts'

const secret = 'c4nary-v4lue-7c41-9f'

/** A turn for each answer that the conversation has, also when the next one continues it. */
function playing(turns: readonly ScriptedTurn[]): Script {
  return ({ messages }) => turns[messages.filter(({ role }) => role === 'assistant').length] ?? {}
}

describe('TAS-7 a known secret that is cut in two', () => {
  test.each([
    [
      'by the output limit',
      [{ text: 'It is c4nary-v4lue', finishReason: 'LENGTH' }, { text: '-7c41-9f. Done.' }],
    ],
    ['by the text after the reasoning', [{ reasoning: 'It is c4nary-v4lue', text: '-7c41-9f. Done.' }]],
  ] as const)('%s is in no event and no row, in neither part', async (_name, turns) => {
    const database = forTest(await createTestDatabase())
    const engine = forTest(
      await createTestEngine(database, { redactor: createRedactor({ values: [secret] }) }),
    )
    const { row, events } = await engine.run(playing(turns))
    expect(row.status).toBe('COMPLETED')
    expect(row.summary).toContain('. Done.')
    for (const shown of [JSON.stringify(events), await dump(database)])
      for (const part of ['c4nary-v4', '7c41-9f']) expect(shown).not.toContain(part)
  })
})
