import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { runInNewContext } from 'node:vm'
import { EventSource } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { sequence } from '../../src/models/scripted.ts'
import { demo, installDemos, quickTools } from '../support/demos.ts'
import { codeIn } from '../support/document-code.ts'
import { findProgram } from '../support/programs.ts'
import { messagesOf } from './event-messages.ts'
import { type ServedEngine, serveEngine } from './serve-engine.ts'

const run = promisify(execFile)
const examples = codeIn('docs/runs.md', 'sh')
const [withEventSource = ''] = codeIn('docs/runs.md', 'js')

describe.skipIf(findProgram('curl') === null)('API-1 S0 the examples of docs/runs.md', () => {
  let open: ServedEngine
  beforeAll(async () => {
    open = await serveEngine({ tools: quickTools(), scripts: { ...demo.scripts } })
    await installDemos(open.engine, open.database)
  })
  afterAll(() => open.close())

  async function print(script: string): Promise<string> {
    const { stdout } = await run('bash', ['-c', script.replaceAll('http://localhost:4000', open.url)])
    return stdout
  }

  test('are one for each kind of request', () => {
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

describe('API-1 the example of docs/runs.md for pages', () => {
  let open: ServedEngine
  let id: string
  beforeAll(async () => {
    open = await serveEngine()
    id = toGlobalId('Run', (await open.engine.run(sequence({ text: 'Told word by word.' }))).runId)
  })
  afterAll(() => open.close())

  test('show the events with an EventSource', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    let shown = ''
    // A page's own addresses begin with that of its server.
    const page = {
      ...{ id, done: resolve, show: (words: string) => (shown += words) },
      EventSource: class extends EventSource {
        constructor(path: string) {
          super(`${open.url}${path}`)
        }
      },
    }
    runInNewContext(withEventSource, page)
    expect(await promise).toMatchObject({ status: 'COMPLETED' })
    expect(shown).toBe('Told word by word.')
  })
})
