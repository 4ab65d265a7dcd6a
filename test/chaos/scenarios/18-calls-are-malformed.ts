import assert from 'node:assert/strict'
import { callPiece, chunk } from '../../fixtures/streams/openai-chat.ts'
import type { Scenario } from '../scenario.ts'
import { finish, inTurns, type Reply, says, send } from '../servers/replies.ts'

/** LIM-12: what a result may have, and an event. */
const maxResultBytes = 1024 * 1024
const longArguments = `{"name": "${'endless '.repeat(150_000)}`

/** Calls with what is wrong about each; two have one id. */
const made = [
  { id: 'call_a', name: 'no_such_tool', arguments: '{}' },
  { id: 'call_b', name: 'chaos_read', arguments: '{"name": "half' },
  { id: 'call_c', name: 'chaos_read', arguments: '{"title": "no name"}' },
  { id: 'call_d', name: 'chaos_read', arguments: '["a list"]' },
  { id: 'call_e', name: 'chaos_read', arguments: longArguments },
  { id: 'call_f', name: 'chaos_read', arguments: '{"name": "first"}' },
  { id: 'call_f', name: 'chaos_read', arguments: '{"name": "second"}' },
  { id: 'call_g', name: 'chaos_read', arguments: '{"name": "__proto__", "__proto__": {"a": 1}}' },
] as const
/** In the order of the calls; `null` for one that is made. */
const expected = [
  'TOOL_UNKNOWN',
  'TOOL_ARGUMENTS_UNPARSEABLE',
  'TOOL_ARGUMENTS_INVALID',
  'TOOL_ARGUMENTS_UNPARSEABLE',
  'TOOL_ARGUMENTS_UNPARSEABLE',
  null,
  null,
  null,
]

export default {
  number: 18,
  title: 'a model makes calls that nobody can make',
  promises: ['LOOP-5', 'TAS-4'],
  async run({ stage, provider, tools }) {
    const run = await stage.trigger({
      agent: await stage.createAgent(),
      model: inTurns(malformed, says('I have learned.')),
    })
    const { status, summary } = await run.untilStopped(40_000)
    assert.deepEqual({ status, summary }, { status: 'COMPLETED', summary: 'I have learned.' })

    const actions = await stage.database.rows<{ errorCode: string | null; callId: string }>(
      'select "errorCode", "callId" from "Action" where "runId" = $1 order by position',
      [run.id],
    )
    assert.deepEqual(
      actions.map(({ errorCode }) => errorCode),
      expected,
    )
    assert.deepEqual(
      ['first', 'second'].map((name) => tools.of(name).length),
      [1, 1],
      'each of two calls with one id is made',
    )

    // Each call has an answer, and an id of its own, when the model is asked again.
    const messages = provider.of(run.marker).find(({ turn }) => turn === 1)?.body.messages ?? []
    const answered = messages.filter(({ role }) => role === 'tool').map(({ tool_call_id }) => tool_call_id)
    assert.equal(answered.length, made.length)
    assert.equal(new Set(answered).size, made.length, `ids of the answers: ${answered.join(', ')}`)

    // The events show what was asked for, within measure.
    const [largest] = await stage.database.rows<{ bytes: number }>(
      `select max(octet_length(data::text))::int as bytes from "Event" where "runId" = $1 and type = 'ActionStarted'`,
      [run.id],
    )
    assert.ok((largest?.bytes ?? 0) < maxResultBytes + 1_000, `an event has ${largest?.bytes} bytes`)
  },
} satisfies Scenario

/** All in one turn; the arguments come in pieces. */
const malformed: Reply = (answer) => {
  for (const [index, call] of made.entries()) {
    const middle = Math.floor(call.arguments.length / 2)
    send(
      answer,
      chunk(callPiece({ index, id: call.id, name: call.name, arguments: call.arguments.slice(0, middle) })),
    )
    send(answer, chunk(callPiece({ index, arguments: call.arguments.slice(middle) })))
  }
  finish(answer, 'tool_calls')
}
