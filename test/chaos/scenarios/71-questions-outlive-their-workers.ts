import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '../eventually.ts'
import type { Scenario } from '../scenario.ts'
import { calls, lastWords, type Model, says } from '../servers/replies.ts'
import { answerQuestion, type Decided, openGate } from '../stage/decisions.ts'
import type { Run } from '../stage/run.ts'
import { suiteTools } from '../stage/stage.ts'

const questions = 6
/** A worker or a server dies so soon after an answer was sent: before, while or after it is taken. */
const killWithinMs = 60

const schema = {
  type: 'object',
  properties: { color: { type: 'string', enum: ['red', 'blue'] } },
  required: ['color'],
  additionalProperties: false,
}

/** Asks a person, and says what it was told. */
const asking: Model = (asked) =>
  asked.turn === 0
    ? calls({ name: 'ask_person', arguments: { question: 'Which color?', schema } })
    : says(`I was told ${lastWords(asked)}`)

export default {
  number: 71,
  title: 'questions outlive their workers and are answered twice, at a server that dies',
  promises: ['JDG-5', 'DUR-1'],
  async run({ stage, random, figure }) {
    const agent = await stage.createAgent({ tools: [...suiteTools, 'ask_person'] })
    const runs = await Promise.all(
      Array.from({ length: questions }, () => stage.trigger({ agent, model: asking })),
    )
    const gates = await Promise.all(runs.map((run) => openGate(stage, run, 'INPUT')))
    for (const run of runs) assert.equal((await run.untilStopped()).status, 'WAITING')
    await stage.replaceWorkers(stage.someWorkers())

    const [wrong] = await Promise.all(gates.map((gate) => answerQuestion(stage, gate, { color: 'green' })))
    assert.equal(wrong?.kind === 'refused' && wrong.code, 'INVALID_INPUT')
    assert.match(wrong?.kind === 'refused' ? wrong.message : '', /color/)

    const answeredAt = performance.now()
    const answering = gates.map((gate) =>
      Promise.all(
        (['red', 'blue'] as const).map(async (color, server) => ({
          color,
          outcome: await answerQuestion(stage, gate, { color }, server).catch(() => null),
        })),
      ),
    )
    await delay(random() * killWithinMs)
    await stage.cluster.apis[0]?.kill()
    await stage.replaceWorkers(stage.someWorkers())
    const given = await Promise.all(answering)
    for (const [nth, run] of runs.entries()) await checkOne(run, gates[nth] ?? '', given[nth] ?? [])
    figure('answered to ended', performance.now() - answeredAt)

    /** One answer was taken, and the model was told it; those who answer later are told that it is decided. */
    async function checkOne(
      run: Run,
      gate: string,
      answers: readonly { readonly color: 'red' | 'blue'; readonly outcome: Decided | null }[],
    ): Promise<void> {
      const accepted = answers.filter(({ outcome }) => outcome?.kind === 'accepted')
      assert.ok(accepted.length <= 1, `two answers were taken: ${JSON.stringify(answers)}`)
      // The one who asked the dead server does not know, and asks again.
      const again = await eventually(() => answerQuestion(stage, gate, { color: 'red' }), {
        what: 'the other server answers',
      })
      assert.ok(accepted.length === 0 || again.kind === 'refused', 'an answer that was taken stands')
      if (again.kind === 'refused') assert.equal(again.code, 'GATE_RESOLVED')
      const { status, summary } = await run.untilEnded()
      assert.equal(status, 'COMPLETED')
      const [told] = /red|blue/.exec(summary ?? '') ?? []
      const [row] = await stage.database.rows<{ status: string; color: string }>(
        `select status, resolution->'answer'->>'color' as color from "Gate" where "runId" = $1`,
        [run.id],
      )
      assert.deepEqual(row, { status: 'ANSWERED', color: told })
      if (accepted[0]) assert.equal(told, accepted[0].color)
    }
  },
} satisfies Scenario
