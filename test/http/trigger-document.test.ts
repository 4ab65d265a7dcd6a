import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { runInNewContext } from 'node:vm'
import { EventSource } from 'undici'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKeyOperations } from '../../src/auth/key-operations.ts'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { sequence } from '../../src/models/scripted.ts'
import { createApiKeyStore } from '../../src/store/api-key-store.ts'
import { root } from '../checks/run-command.ts'
import { demo, installDemos, quickTools } from '../support/demos.ts'
import { findProgram } from '../support/programs.ts'
import { messagesOf } from './event-messages.ts'
import { type ServedEngine, serveEngine } from './serve-engine.ts'

const run = promisify(execFile)
const text = readFileSync(join(root, 'docs/trigger.md'), 'utf8')
const examples = codeIn('sh')
const [withEventSource = '', withFetch = ''] = codeIn('js')

function codeIn(language: string): readonly string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map(
    ([, code = '']) => code,
  )
}

describe.skipIf(findProgram('curl') === null)('API-1 S0 the examples of docs/trigger.md', () => {
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

describe('API-1 the examples of docs/trigger.md for pages', () => {
  let open: ServedEngine
  let id: string
  beforeAll(async () => {
    open = await serveEngine()
    id = toGlobalId('Run', (await open.engine.run(sequence({ text: 'Told word by word.' }))).runId)
  })
  afterAll(() => open.close())

  /** Text that the code of a page shows at the end; a page's own addresses begin with that of its server. */
  async function play(code: string, key: string | null) {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    let shown = ''
    const page = {
      ...{ id, key, TextDecoderStream, done: resolve },
      show: (words: string) => (shown += words),
      fetch: (path: string, init: RequestInit) => fetch(`${open.url}${path}`, init),
      EventSource: class extends EventSource {
        constructor(path: string) {
          super(`${open.url}${path}`)
        }
      },
    }
    const played: Promise<void> = runInNewContext(`(async () => {${code}})()`, page)
    await played
    return { run: await promise, shown }
  }

  const whole = { run: expect.objectContaining({ status: 'COMPLETED' }), shown: 'Told word by word.' }

  test('show the events with an EventSource, which sends no key, and with a key by fetch', async () => {
    expect(await play(withEventSource, null)).toEqual(whole)
    const operations = createKeyOperations({
      keys: createApiKeyStore(open.database.pool),
      newId: uuidv7,
      now: Date.now,
    })
    const made = { projectId: open.project.id, name: 'the page', role: 'ADMIN', by: 'the test' } as const
    const { key } = await operations.createKey(made)
    const stream = { headers: { accept: 'text/event-stream' } }
    expect((await fetch(`${open.url}/api/projects/default/runs/${id}`, stream)).status).toBe(401)
    expect(await play(withFetch, key)).toEqual(whole)
  })
})
