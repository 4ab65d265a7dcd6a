import { openDatabase } from '../../../src/database/connect.ts'
import { type Script, sequence } from '../../../src/models/scripted.ts'
import { createTestEngine, testTool } from '../../support/engine.ts'
import { trials } from '../../support/trials.ts'

/*
 * A process with an engine that measures itself: `node --expose-gc memory-process.ts <connection string> <load>`.
 * Tells its parent what it held at rest and at most, in bytes, and how the run ended.
 */

const mebibyte = 1024 * 1024

/** Text that neither V8 nor PostgreSQL makes smaller. */
function noise(chars: number, seed: number): string {
  const words = new Uint32Array(Math.ceil(chars / 8))
  let state = seed + 1
  for (let index = 0; index < words.length; index++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    words[index] = state
  }
  return Buffer.from(words.buffer).toString('hex').slice(0, chars)
}

/** How many megabytes each load has: 200, of which `npm test` plays 40. */
const megabytes = trials(200, 40)

/** All of them in pieces of 64 KiB. */
async function* flood() {
  for (let sent = 0; sent < megabytes * mebibyte; sent += 65_536) yield noise(65_536, sent)
}

const tools = [
  testTool('flood', async () => flood()),
  testTool('block', async (args) => noise(1_000_000, Number(JSON.stringify(args).replace(/\D/g, '')))),
]

const calls = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: 'block', arguments: { seed: from + index } }))

/** `over-turns` and `at-once` are results of 1 MB each, ten in each turn and all in a single one. */
const loads: Readonly<Record<string, Script>> = {
  stream: sequence({ toolCalls: [{ name: 'flood', arguments: {} }] }, { text: 'Done.' }),
  'over-turns': ({ turn }) =>
    turn < megabytes / 10 ? { toolCalls: calls(turn * 10, 10) } : { text: 'Done.' },
  'at-once': sequence({ toolCalls: calls(0, megabytes) }, { text: 'Done.' }),
}

/** Outcome of the run; the test that started this process limits its time. */
async function endOf(runId: string): Promise<string> {
  for await (const { type, data } of engine.services.log.follow(runId, {
    after: 0,
    signal: new AbortController().signal,
  }))
    if (type === 'RunCompleted') return data.status
  return 'FAILED'
}

const [connectionString = '', load = ''] = process.argv.slice(2)

const script = loads[load]

if (!script) throw new Error(`No load ${load}.`)

const database = await openDatabase(connectionString)

const engine = await createTestEngine(database, { tools })

// Code that is loaded and compiled once is no part of the measure.
await engine.run(sequence({ toolCalls: calls(1_000, 1) }, { text: 'Warm.' }))

globalThis.gc?.()

const idle = process.memoryUsage().rss

let sampled = idle

const sampler = setInterval(() => {
  sampled = Math.max(sampled, process.memoryUsage().rss)
}, 5)

const runId = await engine.trigger(script)

const status = await endOf(runId)

clearInterval(sampler)

// The kernel's own high-water mark sees what falls between two samples.
const highest = process.resourceUsage().maxRSS * 1024

process.send?.({ status, idle, sampled, highest })

await engine.close()

await database.close()

process.disconnect?.()
