import assert from 'node:assert/strict'
import type { Scenario } from '../scenario.ts'
import { inTurns, says } from '../servers/replies.ts'
import { hostileCalls, outcomesOf } from '../stage/hostility.ts'

/** Stored form of each result, as the model reads it. */
const expected: Readonly<Record<string, unknown>> = {
  'gives a BigInt': { value: '18446744073709551616' },
  'gives a date': ['1970-01-01T00:00:00.000Z', null],
  'gives a map': { map: [['a', 1]], set: [1, 2] },
  'gives a function': { kept: true, list: [null] },
  'gives nothing': null,
  'gives a symbol': { symbol: null },
  'gives no number': ['NaN', 'Infinity', 0],
  'gives a cycle': { name: 'me', self: '[Circular]' },
  'gives what refuses': '[unreadable: I will not]',
  'gives a getter that throws': { a: 1, b: '[unreadable: no]' },
  'gives an error': 'TypeError: as a value',
  'gives what throws': '[unreadable: closed]',
}

export default {
  number: 22,
  title: 'tools give what is no JSON',
  promises: ['LOOP-5', 'LIM-12'],
  async run({ stage, provider }) {
    const ways = [...Object.keys(expected), 'gives what is deep', 'gives a polluting key']
    const run = await stage.trigger({
      agent: await stage.createAgent(),
      model: inTurns(hostileCalls(ways), says('Odd.')),
    })
    assert.equal((await run.untilStopped()).status, 'COMPLETED')
    const outcomes = await outcomesOf(stage, run)
    for (const [way, output] of Object.entries(expected))
      assert.deepEqual(
        [way, outcomes.get(way)?.status, outcomes.get(way)?.output],
        [way, 'SUCCEEDED', output],
      )

    assert.match(JSON.stringify(outcomes.get('gives what is deep')?.output), /^\[{500}"\[Too deep\]"\]{500}$/)
    const polluting = outcomes.get('gives a polluting key')
    assert.deepEqual(JSON.stringify(polluting?.output), '{"__proto__":{"polluted":true},"constructor":1}')

    // The same as text for the model, one message for each call.
    const answers = provider.of(run.marker)[1]?.body.messages.filter(({ role }) => role === 'tool') ?? []
    assert.equal(answers.length, ways.length)
    assert.equal(answers[0]?.content, JSON.stringify(expected['gives a BigInt']))
  },
} satisfies Scenario
