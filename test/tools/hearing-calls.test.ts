import { expect, test } from 'vitest'
import type { CallDialog } from '../../src/domain/call-dialog.ts'
import { HearingCalls } from '../../src/tools/mcp/hearing-calls.ts'

const dialogOf = (projectId: string): CallDialog => ({
  projectId,
  caller: { name: 'tester', kind: 'KEY' },
  resumed: async () => null,
  askWithin: async () => ({ status: 'EXPIRED' }),
  warn: () => undefined,
})

test('MCP-17 tells no call of a project what may be of another: a message may come behind the end of its call', async () => {
  const calls = new HearingCalls('test')
  const told: string[] = []
  const during = (project: string, work: () => void) =>
    calls.during(
      { dialog: dialogOf(project), onLog: (level, data) => told.push(`${project} ${level} ${data}`) },
      async () => work(),
    )
  await during('first', () => calls.tell('info', 'in its stream'))
  let end = Promise.withResolvers<void>()
  const untilEnd = (project: string) =>
    calls.during(
      { dialog: dialogOf(project), onLog: (_, data) => told.push(`${project} ${data}`) },
      () => end.promise,
    )
  const again = untilEnd('first')
  calls.tell('info', 'alone')
  end.resolve()
  await again
  end = Promise.withResolvers<void>()
  const other = untilEnd('second')
  calls.tell('info', 'of whom?')
  end.resolve()
  await other
  await during('second', () => calls.tell('info', 'in its stream'))
  calls.tell('info', 'of no call')
  expect(told).toEqual(['first info in its stream', 'first alone', 'second info in its stream'])
})
