import assert from 'node:assert/strict'
import { eventually } from '../eventually.ts'
import type { Scenario } from '../scenario.ts'
import { type Asked, type ChatRequest, calls, fails, type Reply, says } from '../servers/replies.ts'
import { abort, openGate, resolveGate } from '../stage/decisions.ts'
import { requireApproval } from '../stage/require-approval.ts'
import type { Run } from '../stage/run.ts'

const inAnHour = 3_600_000

/**
 * Sessions with runs in a queue, whose first runs pause, fail, are aborted, or wait at a gate. Workers die in a call of the first run and
 * in one of the next. The calls of a session come in the order of its queue, and no two of its runs work at the same time.
 */
export default {
  number: 60,
  title: 'workers die under queued runs of sessions, after runs that paused, failed or waited',
  promises: ['CTX-5', 'CTX-6', 'RUN-5', 'JDG-4', 'DUR-1', 'DUR-2'],
  workers: 3,
  withinMs: 200_000,
  async run({ stage, random }) {
    const agent = await stage.createAgent()
    const asked = await stage.createAgent()
    await requireApproval(stage, asked, 'once')
    const sessions = {
      paused: await open('paused', 3, { maxSteps: 1 }),
      failed: await open('failed', 3),
      aborted: await open('aborted', 3),
      gated: await open('gated', 2, {}, asked),
    }
    const { paused, failed, aborted, gated } = sessions

    // Of what is to come in an hour nobody takes any notice.
    const later = await trigger('paused', 9, { startAt: new Date(Date.now() + inAnHour).toISOString() })
    await killSome()
    for (const session of [paused, failed, aborted]) await stage.nthCall(session.call(1), 2, 30_000)
    const gate = await openGate(stage, gated.run(1), 'ACTION_APPROVAL')
    assert.equal((await gated.run(2).state()).status, 'QUEUED', 'a run that waits is in the way')
    assert.deepEqual(await abort(stage, aborted.run(1)), { kind: 'accepted' })
    for (const session of [paused, failed]) session.letGo(1)

    for (const session of [paused, failed, aborted]) await stage.nthCall(session.call(2), 1, 30_000)
    assert.equal((await paused.run(1).untilStopped()).status, 'PAUSED')
    assert.equal((await failed.run(1).untilStopped()).status, 'FAILED')
    assert.equal((await aborted.run(1).untilStopped()).status, 'CANCELLED')
    await resume(paused.run(1), 'Do paused-8.')
    assert.deepEqual(await resolveGate(stage, gate, random() < 0.5 ? 'APPROVE' : 'REJECT'), {
      kind: 'accepted',
    })
    await killSome()
    for (const session of [paused, failed, aborted]) {
      await stage.nthCall(session.call(2), 2, 30_000)
      session.letGo(2)
    }
    await gated.run(2).untilStopped(40_000)
    await abort(stage, later)

    for (const session of Object.values(sessions)) {
      for (const run of session.runs) await run.untilStopped(40_000)
      const last = session.runs.at(-1)
      assert.equal((await last?.state())?.status, 'COMPLETED', session.name)
    }
    assert.equal((await later.state()).status, 'CANCELLED')
    assert.deepEqual(
      paused.order(),
      [1, 2, 8, 3],
      'a run that is resumed goes on before those that have not begun',
    )
    assert.deepEqual(failed.order(), [1, 2, 3])
    assert.deepEqual(aborted.order(), [1, 2, 3])
    assert.deepEqual(gated.order().slice(-1), [2])
    const overlaps = await stage.database.rows(
      `select a.id from "Run" a join "Run" b on b."sessionId" = a."sessionId" and b."createdAt" > a."createdAt"
       where a.id = any($1::uuid[]) and a."completedAt" > b."startedAt" and a.id <> $2`,
      [Object.values(sessions).flatMap(({ runs }) => runs.map(({ id }) => id)), paused.run(1).id],
    )
    assert.deepEqual(overlaps, [], 'no two runs of a session work at the same time')

    function trigger(name: string, n: number, more: object, by = agent): Promise<Run> {
      return stage.trigger({
        agent: by,
        model: obeys,
        input: `Do ${name}-${n}.`,
        more: { sessionKey: keyOf(name), ...more },
      })
    }

    /** All of a session are played by the model of its first run, whose words stand first in the conversation. */
    function obeys({ body }: Asked): Reply {
      const { name, hasResult } = lastTask(body)
      if (body.tool_choice === 'none') return says('So far.')
      if (!hasResult) return calls(stage.call(name === 'gated-1' ? 'once' : 'idempotent', name))
      return name === 'failed-1' ? fails(400) : says(`Did ${name}.`)
    }

    function keyOf(name: string): string {
      return `${agent}-${name}`
    }

    /** Triggers so many runs of a session: the first with these limits, in whose call its worker is to die. */
    async function open(name: string, count: number, more: object = {}, by = agent) {
      const opened = new Map<number, PromiseWithResolvers<void>>()
      const call = (n: number) => `${name}-${n}`
      for (const n of name === 'gated' ? [] : [1, 2]) {
        const held = Promise.withResolvers<void>()
        opened.set(n, held)
        stage.onCall(call(n), async () => {
          await held.promise
          return { ok: true }
        })
      }
      const runs = [await trigger(name, 1, more, by)]
      if (name !== 'gated') await stage.nthCall(call(1), 1)
      for (let n = 2; n <= count; n++) runs.push(await trigger(name, n, {}, by))
      return {
        name,
        call,
        runs,
        run: (n: number) => {
          const run = runs[n - 1]
          assert.ok(run)
          return run
        },
        letGo: (n: number) => opened.get(n)?.resolve(),
        /** In which order the tasks of the session were worked at; one that comes again in between would stand there twice. */
        order: () => {
          const all = Array.from({ length: 9 }, (_, at) => at + 1)
            .flatMap((n) => stage.callsOf(call(n)).map(({ at }) => ({ n, at })))
            .toSorted((a, b) => a.at - b.at)
            .map(({ n }) => n)
          return all.filter((n, at) => n !== all[at - 1])
        },
      }
    }

    async function resume(run: Run, message: string): Promise<void> {
      await stage.mutate('resumeRun', 'Run', { id: run.globalId, maxSteps: 4, message })
      run.followOn()
    }

    /** Every worker that is in a call of these sessions, so that all of them are taken over; others take their places. */
    async function killSome(): Promise<void> {
      const { length } = stage.cluster.workers
      await stage.replaceWorkers()
      await eventually(() => stage.cluster.workers.length >= length, { what: 'workers live again' })
    }
  },
} satisfies Scenario

/** The last task that a user gave in a conversation, and whether its call has its result. */
function lastTask({ messages }: ChatRequest): { readonly name: string; readonly hasResult: boolean } {
  const at = messages.findLastIndex(({ role, content }) => role === 'user' && taskIn(content) !== null)
  const name = taskIn(messages[at]?.content)
  if (name === null) throw new Error('No task stands in the conversation.')
  return { name, hasResult: messages.slice(at).some(({ role }) => role === 'tool') }
}

function taskIn(content: unknown): string | null {
  return / ?Do ([a-z]+-\d)\./.exec(JSON.stringify(content ?? ''))?.[1] ?? null
}
