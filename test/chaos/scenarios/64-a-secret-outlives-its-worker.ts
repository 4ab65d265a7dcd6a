import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { Scenario } from '../scenario.ts'
import { calls, inTurns, says } from '../servers/replies.ts'
import { tablesWith } from '../stage/tables-with.ts'

/**
 * A tool gives a password that only its name tells; the worker dies in the call that is made with it. Another worker makes that call
 * again with the password as it was, knows it by its value when the model says it, and nothing readable has it.
 */
export default {
  number: 64,
  title: 'a worker dies in a call that is made with a secret',
  promises: ['TAS-7', 'TAS-5', 'DUR-2'],
  workers: 0,
  async run({ openStage }) {
    const key = randomBytes(32).toString('base64')
    const stage = await openStage({ workers: 2, env: { RUNGRAPH_ENCRYPTION_KEY: key } })
    const password = `Tr0ub-${randomBytes(12).toString('hex')}`
    let uses = 0
    const dies = Promise.withResolvers<never>()
    dies.promise.catch(() => undefined)
    stage.onCall('login', () => ({ user: 'ada', password }))
    stage.onCall('use', () => (++uses === 1 ? dies.promise : 'used'))
    const heard: string[] = []
    const play = inTurns(
      calls(stage.call('read', 'login')),
      calls(stage.call('idempotent', 'use', { password, note: `with ${password}` })),
      says(`I used ${password.slice(0, 9)}${password.slice(9)}.`),
    )
    const run = await stage.trigger({
      agent: await stage.createAgent(),
      model: (asked) => {
        heard.push(JSON.stringify(asked.body.messages))
        return play(asked)
      },
    })
    const first = await stage.nthCall('use', 1)
    await stage.killCallers([first])

    const { status, summary } = await run.untilStopped(60_000)
    assert.equal(status, 'COMPLETED')
    assert.match(summary ?? '', /^I used \[redacted:[0-9a-f]{16}\]\.$/)
    const made = stage.callsOf('use')
    assert.equal(made.length, 2, 'the call was made again')
    assert.ok(
      made.every(({ args }) => args.password === password && args.note === `with ${password}`),
      'with its true arguments',
    )
    assert.equal((heard.at(-1) ?? '').split(password).length > 3, true, 'the model is shown what it said')
    assert.ok(!heard.some((messages) => messages.includes('[redacted')), 'and no mark')
    assert.deepEqual(await tablesWith(stage, password), [], 'no table holds it')
    const received = JSON.stringify(run.followers.map(({ transcript }) => transcript))
    assert.ok(!received.includes(password), 'no client is told')
    for (const { name, stdout, stderr } of stage.cluster.processes)
      assert.ok(!`${stdout}${stderr}`.includes(password), `${name} does not print it`)
  },
} satisfies Scenario
