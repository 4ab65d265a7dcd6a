import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callCommand } from '../support/command-line.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { openProcessFolder, type ProcessFolder, type RungraphProcess } from '../support/rungraph-process.ts'

let database: TestDatabase
let folder: ProcessFolder
let server: RungraphProcess
let port: string

const settings = () => ({ DATABASE_URL: database.connectionString, PORT: port })
/** A client has the address of the server alone. */
const env = () => ({ RUNGRAPH_URL: `http://127.0.0.1:${port}` })

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await openProcessFolder()
  port = String(await freePort())
  server = await folder.start('start', settings())
})
afterAll(async () => {
  await folder.close()
  await database.drop()
})

function call(...args: readonly string[]) {
  return callCommand(args, { env: env() })
}

/** Resolves when a command has printed these words. */
function printing(words: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  let printed = ''
  const onPrint = (output: string) => {
    printed = output
    if (output.includes(words)) resolve()
  }
  return { promise, onPrint, printed: () => printed }
}

describe('CLI-5 trigger', () => {
  it('prints the id of the run, or waits for its answer', async () => {
    const { output, code } = await call('trigger', 'demo-chat', 'Hello', '--tag', 'a', '--tag', 'b')
    expect(output).toMatch(/^run_[0-9a-f]{32}\n$/)
    expect(code).toBe(0)
    const { run } = await server.ask<{ run: { tags: string[]; input: string } }>(
      'query($id: ID!) { run(id: $id) { tags input } }',
      { id: output.trim() },
    )
    expect(run).toEqual({ tags: ['a', 'b'], input: 'Hello' })
    const waited = await call('trigger', 'demo-tool-loop', 'What do twelve cost?', '--wait')
    expect(waited).toMatchObject({ code: 0, output: 'Twelve pieces at 4.25 cost 60.69 with 19 % tax.\n' })
  })

  it('BATCH-1 takes the pricing of the run, and the deadline of its batches', async () => {
    const { output } = await call('trigger', 'demo-chat', 'Hi', '--pricing', 'batch', '--batch-deadline', '5')
    const ask = 'query($id: ID!) { run(id: $id) { pricing batchDeadlineMs } }'
    expect(await server.ask(ask, { id: output.trim() })).toEqual({
      run: { pricing: 'BATCH', batchDeadlineMs: 300_000 },
    })
    await expect(call('trigger', 'demo-chat', 'Hi', '--batch-deadline', '5')).rejects.toThrow(
      /Give --pricing batch too/,
    )
  })

  it('takes the input from a file or from standard input', async () => {
    const file = join(import.meta.dirname, '../../LICENSE')
    const inputs = await Promise.all([
      call('trigger', 'demo-chat', '--input-file', file, '--wait'),
      callCommand(['trigger', 'demo-chat', '--wait'], { env: env(), input: 'From a pipe' }),
    ])
    expect(inputs.map(({ output }) => output)).toEqual([
      expect.stringContaining('You said: “MIT License'),
      expect.stringContaining('You said: “From a pipe”'),
    ])
    await expect(call('trigger', 'demo-chat', '--input-file', '/no/such/file')).rejects.toThrow(
      'cannot be read: ENOENT',
    )
  })

  it.skipIf(process.platform === 'win32')('CLI-5 reads no further than an input may be long', async () => {
    await expect(call('trigger', 'demo-chat', '--input-file', '/dev/zero')).rejects.toThrow(
      'The input has more than 1048576 bytes.',
    )
    const lines = callCommand(['trigger', 'demo-chat'], { env: env(), input: 'x'.repeat(1024 * 1024 + 1) })
    await expect(lines).rejects.toThrow('The input has more than 1048576 bytes.')
  })

  it('gives the same run for the same key', async () => {
    const once = await call('trigger', 'demo-chat', 'Hi', '--idempotency-key', 'k1')
    expect(await call('trigger', 'demo-chat', 'Hi', '--idempotency-key', 'k1')).toMatchObject({
      output: once.output,
    })
    await expect(call('trigger', 'demo-chat', 'Other', '--idempotency-key', 'k1')).rejects.toMatchObject({
      code: 'SERVER_REFUSED',
    })
  })

  it('ends with 1 where the run does not complete, and says why', async () => {
    const { code, notes } = await call('trigger', 'demo-doom-loop', 'Go', '--wait')
    expect(code).toBe(1)
    expect(notes).toMatch(/\nThe run is FAILED \(DOOM_LOOP\)\. DOOM_LOOP: /)
  })

  it('names the server that does not answer, and the refusal', async () => {
    await expect(call('trigger', 'nobody', 'x')).rejects.toThrow('No agent "nobody" in this project.')
    const nowhere = `http://127.0.0.1:${await freePort()}`
    await expect(call('trigger', 'x', 'y', '--url', nowhere)).rejects.toMatchObject({
      code: 'SERVER_UNREACHABLE',
      message: expect.stringContaining(`No Rungraph answers at ${nowhere}/graphql: connect ECONNREFUSED`),
    })
    await expect(call('trigger', 'x', 'y', '--key', 'rg_wrong')).rejects.toThrow('Set RUNGRAPH_KEY, or --key')
  })
})

describe('CLI-6 tail', () => {
  it('shows a whole run that has ended, and goes on after a cursor', async () => {
    const { output: id } = await call('trigger', 'demo-tool-loop', 'What do twelve cost?')
    const whole = await call('tail', id.trim())
    expect(whole.output).toMatch(/^▶ Demo: a tool loop\nstep 1\n/)
    expect(whole.output).toContain('→ calculator  {"expression":"12 * 4.25"}\n✓ calculator  51  ')
    expect(whole.output).toMatch(/\n■ COMPLETED \(FINAL_ANSWER\) {2}4 steps, \d+ tokens, 0 USD, \d/)
    const lines = (await call('tail', id.trim(), '--json')).output.trim().split('\n')
    const events: { seq: number; cursor: string }[] = lines.map((line) => JSON.parse(line))
    expect(events.map(({ seq }) => seq)).toEqual(events.map(({ seq }) => seq).toSorted((a, b) => a - b))
    const middle = events[Math.floor(events.length / 2)]
    const rest = await call('tail', id.trim(), '--json', '--after', middle?.cursor ?? '')
    expect(rest.output.trim().split('\n')).toEqual(lines.slice(Math.floor(events.length / 2) + 1))
  })

  it('prints at a gate the command that decides it, and when it is stopped the command to continue', async () => {
    const { output: id } = await call('trigger', 'demo-approval', 'Refund order A-1001')
    const stop = new AbortController()
    const waiting = printing('⏸ Waiting')
    const tail = callCommand(['tail', id.trim()], {
      ...{ env: env(), signal: stop.signal, onPrint: waiting.onPrint },
    })
    await waiting.promise
    stop.abort()
    const { output, notes, code } = await tail
    expect(code).toBe(130)
    const [, cursor = ''] = /rungraph tail \S+ --after (\S+)/.exec(notes) ?? []
    const [, ...decide] = /rungraph (decide) (\S+) (approve)/.exec(output) ?? []
    expect((await call(...decide)).output).toContain('The gate is APPROVED')
    await expect(call(...decide)).rejects.toThrow('The gate is already APPROVED')
    const rest = await call('tail', id.trim(), '--after', cursor)
    expect(rest.output).toMatch(/^⏵ gate APPROVED by loopback\n→ pay_refund /)
    expect(rest.code).toBe(0)
  })

  it('goes on where it was after the server was killed and started again', async () => {
    const { output: id } = await call('trigger', 'demo-approval', 'Refund order A-1001')
    const waiting = printing('⏸ Waiting')
    const tail = callCommand(['tail', id.trim()], { env: env(), onPrint: waiting.onPrint })
    await waiting.promise
    await server.kill('SIGKILL')
    server = await folder.start('start', settings())
    const [, gate = ''] = /rungraph decide (\S+)/.exec(waiting.printed()) ?? []
    await call('decide', gate, 'reject', '--note', 'Not on a Sunday.')
    const { output, notes, code } = await tail
    expect(notes).toContain('The connection was lost. Connecting again…\nConnected again.\n')
    expect(code).toBe(0)
    // Each event came once: read again it is the same, but for the commands that decided the gate.
    const again = await call('tail', id.trim())
    expect(again.output).toBe(output.replace(/^ {2}npx rungraph decide .*\n/gm, ''))
  })

  it('prints a question, JDG-5 which decide answers', async () => {
    const { output: id } = await call('trigger', 'demo-question', 'Deliver it')
    const waiting = printing('⏸ Waiting')
    const tail = callCommand(['tail', id.trim()], { env: env(), onPrint: waiting.onPrint })
    await waiting.promise
    const [, gate = ''] = /rungraph decide (\S+) answer/.exec(waiting.printed()) ?? []
    await expect(call('decide', gate, 'answer')).rejects.toThrow('the answer is missing')
    await expect(call('decide', gate, 'reject', '{}')).rejects.toThrow('the decision is reject')
    await expect(call('decide', gate, 'answer', 'Tomorrow.')).rejects.toThrow('does not fit the schema')
    const answer = JSON.stringify({ place: 'home', date: '2027-01-31' })
    expect((await call('decide', gate, 'answer', answer)).output).toContain('The gate is ANSWERED')
    const { output, code } = await tail
    expect(code).toBe(0)
    expect(output).toContain('⏵ gate ANSWERED by loopback')
    expect(output).toContain('⏵ The wait is over.')
  })

  it('says that a run does not exist', async () => {
    await expect(call('tail', 'run_01a216db4d35717aa984336df64ffb4a')).rejects.toThrow('No run')
  })
})
