import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoScripts } from '../../src/models/demo-scripts.ts'
import { root } from '../checks/run-command.ts'
import { installDemos, quickTools } from '../support/demos.ts'
import { findProgram } from '../support/programs.ts'
import { messagesOf } from './event-messages.ts'
import { type ServedEngine, serveEngine } from './serve-engine.ts'

const run = promisify(execFile)
const text = readFileSync(join(root, 'docs/trigger.md'), 'utf8')
const examples = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, script = '']) => script)

describe.skipIf(findProgram('curl') === null)('API-1 S0 the examples of docs/trigger.md', () => {
  let open: ServedEngine
  beforeAll(async () => {
    open = await serveEngine({ tools: quickTools(), scripts: { ...demoScripts } })
    await installDemos(open.engine, open.database)
  })
  afterAll(() => open.close())

  async function print(script: string): Promise<string> {
    const { stdout } = await run('bash', ['-c', script.replaceAll('http://localhost:4000', open.url)])
    return stdout
  }

  test('are one for each way to ask', () => {
    expect(examples).toHaveLength(4)
  })

  test.for(examples.filter((script) => !script.includes('text/event-stream')))(
    'give the finished run: %s',
    async (script) => {
      expect(JSON.parse(await print(script))).toMatchObject({ status: 'COMPLETED', error: null })
    },
  )

  test.for(examples.filter((script) => script.includes('text/event-stream')))(
    'stream its events, and the same again: %s',
    async (script) => {
      const messages = messagesOf(await print(script))
      expect(messages.map(({ event }) => event)).toEqual(
        expect.arrayContaining(['RunStarted', 'TextDelta', 'RunCompleted']),
      )
      expect(messages.at(-1)).toMatchObject({ event: 'complete', data: { status: 'COMPLETED' } })
      expect(messagesOf(await print(script))).toEqual(messages)
    },
  )
})
