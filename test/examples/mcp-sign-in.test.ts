import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { startNotes } from '../../examples/mcp-sign-in/notes.ts'
import { createToken, say } from '../../examples/mcp-sign-in/user.ts'
import { Client } from '../../src/client/index.ts'
import { root } from '../checks/run-command.ts'
import { createTestDatabase } from '../support/database.ts'
import { forFile } from '../support/for-file.ts'
import { freePort } from '../support/free-port.ts'
import { signInByPages } from '../support/sign-in-by-pages.ts'
import { startExample } from './example-program.ts'

const database = forFile(await createTestDatabase())
const env = {
  PATH: process.env.PATH,
  ...{ NOTES_DATABASE_URL: database.connectionString, PORT: String(await freePort()) },
  // That of another app, which the example leaves alone.
  DATABASE_URL: 'postgres://127.0.0.1:1/nothing',
  ...{ RUNGRAPH_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'), RUNGRAPH_LOG_LEVEL: 'error' },
  NOTES_URL: await startNotes(0),
}
let server: ChildProcess | undefined
afterAll(() => server?.kill('SIGKILL'))

/** Starts the Rungraph of the example, in a process of its own. */
async function start(): Promise<string> {
  const program = join(root, 'examples/mcp-sign-in/rungraph.ts')
  const started = spawn(process.execPath, ['--import', join(root, 'build/own-package.ts'), program], {
    ...{ cwd: root, env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  server = started
  for await (const printed of started.stdout) {
    const api = /Rungraph is ready: (\S+)/.exec(String(printed))?.[1]
    if (api === undefined) continue
    void text(started.stdout).catch(() => undefined)
    return api
  }
  throw new Error('The process ended.')
}

async function kill(): Promise<void> {
  const ended = server && once(server, 'close')
  server?.kill('SIGKILL')
  await ended
}

test('MCPAUTH-2 MCPAUTH-4 ELICIT-1 two users sign in to the server of the example, each call is made with its account, and a process dies in between', {
  timeout: 120_000,
}, async () => {
  const api = await start()
  const client = new Client({ url: api })
  const asked: string[] = []
  const page = async (user: string, signIn: (address: string) => Promise<boolean>) => ({
    ...{ api, token: await createToken(client, user), signIn },
    answer: async (question: string, _schema: unknown, problem: string | null) => {
      asked.push(`${user}: ${question}`)
      // An answer that does not fit is asked for again.
      if (user === 'ann') return { folder: problem === null ? 'garage' : 'home' }
      return null
    },
  })

  const ann = await page('ann', async (address) => {
    await kill()
    await start()
    expect(await signInByPages(address, 'ann@notes')).toContain('You are signed in to notes.')
    return true
  })
  const said = JSON.parse(await say('Buy a lamp', 'lamp', ann))
  expect(said).toEqual({ account: 'ann@notes', added: { text: 'Buy a lamp', folder: 'home' } })

  const bob = await page('bob', async (address) => {
    expect(await signInByPages(address, null)).toContain('You did not allow it.')
    expect(await signInByPages(address, 'bob@notes')).toContain('You are signed in to notes.')
    return true
  })
  // He declines the question.
  expect(JSON.parse(await say('Call Ann', 'call', bob))).toEqual({ account: 'bob@notes', added: null })
  const question = 'The server "notes" asks: Which folder does the note belong to?'
  expect(asked).toEqual([`ann: ${question}`, `ann: ${question}`, `bob: ${question}`])

  const cleo = await page('cleo', async () => false)
  expect(await say('Nothing', 'nothing', cleo)).toContain('needs a person to sign in first, and nobody did')
  // Nobody is asked to sign in twice.
  expect(JSON.parse(await say('Buy oil', 'oil', { ...ann, signIn: async () => false }))).toMatchObject({
    account: 'ann@notes',
  })
})

test('MCPAUTH-2 the programs of the examples say which port is taken, and which setting changes it', {
  timeout: 60_000,
}, async () => {
  const taken = createServer()
  taken.listen(0, '127.0.0.1')
  onTestFinished(() => void taken.close())
  await once(taken, 'listening')
  const port = String(Object(taken.address()).port)
  const refused = async (path: string, settings: Readonly<Record<string, string>>) => {
    const failure = await startExample(path, [], settings)
      .end()
      .catch((error: unknown) => String(error))
    expect(failure).toContain(port)
    expect(failure).toContain(`et ${Object.keys(settings)[0]} to `)
    expect(failure).not.toContain('    at ')
  }
  await refused('mcp-sign-in/start.ts', { NOTES_PORT: port })
  await refused('end-user/back-end.ts', { PORT: port })
  for (const example of ['events', 'questions'])
    await refused(`${example}/order.ts`, { SHOP_URL: `http://127.0.0.1:${port}` })
})
