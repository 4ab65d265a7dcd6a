import assert from 'node:assert/strict'
import type { Scenario } from '../scenario.ts'
import { inTurns, says } from '../servers/replies.ts'
import { hostileCalls, outcomesOf } from '../stage/hostility.ts'

/** LIM-12 */
const maxResultBytes = 1024 * 1024
/** Each with the characters that it gives at least. */
const large = { 'gives a large text': 50 * 1024 * 1024, 'streams a large text': 8 * 1024 * 1024 }
const odd: Readonly<Record<string, unknown>> = {
  'gives large bytes': '[52428800 bytes]',
  'gives half characters': 'a\ufffdb\ufffdc',
  'gives NUL': { key: 'ab' },
}

export default {
  number: 21,
  title: 'tools give 50 MB, bytes, NUL and half characters',
  promises: ['LIM-12', 'CTX-3', 'EVT-1'],
  async run({ stage, note }) {
    const run = await stage.trigger({
      agent: await stage.createAgent(),
      model: inTurns(hostileCalls([...Object.keys(large), ...Object.keys(odd)]), says('Too much.')),
    })
    const { status, recoveries } = await run.untilStopped(60_000)
    assert.deepEqual({ status, recoveries }, { status: 'COMPLETED', recoveries: 0 })

    const outcomes = await outcomesOf(stage, run)
    for (const [way, chars] of Object.entries(large)) {
      const output = String(outcomes.get(way)?.output)
      assert.ok(Buffer.byteLength(JSON.stringify(output)) <= maxResultBytes, way)
      const mark = /^begin 0123.+\[cut: the result had (\d+) bytes; at most 1048576 are kept\].+ end$/s.exec(
        output,
      )
      assert.ok(Number(mark?.[1]) > chars, `${way}: ${output.slice(0, 40)} … ${output.slice(-40)}`)
    }
    for (const [way, output] of Object.entries(odd))
      assert.deepEqual([way, outcomes.get(way)?.output], [way, output])
    const [largest] = await stage.database.rows<{ bytes: number }>(
      `select max(octet_length(data::text))::int as bytes from "Event" where "runId" = $1`,
      [run.id],
    )
    assert.ok((largest?.bytes ?? 0) < maxResultBytes * 1.1, `an event has ${largest?.bytes} bytes`)
    for (const worker of stage.cluster.workers)
      note(`${worker.name} has ${Math.round((await worker.memoryBytes()) / 2 ** 20)} MiB`)
  },
} satisfies Scenario
