import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { AgentDefinitionInput } from '../../../src/domain/agent.ts'
import type { Json } from '../../../src/domain/json.ts'
import { createVault } from '../../../src/store/vault.ts'
import { createTestDatabase } from '../../support/database.ts'
import { type FinishedRun, type TestEngine, testTool } from '../../support/engine.ts'
import { forFile } from '../../support/for-file.ts'
import { decide, untilStatus } from '../../support/gates.ts'
import { answer, createLiveModel } from '../../support/live-model.ts'
import { openLives } from '../../support/live-through-death.ts'
import { eachPoint } from '../../support/trials.ts'

/** Lives of a run with one gate, in a process that dies at each of its commits: before, at and after the decision. */
const live = createLiveModel()

const token = `sk-${'Zq7Rt2Lw9Xc4Vb8Nm3'.repeat(2)}`

const vault = createVault(randomBytes(32))

const database = forFile(await createTestDatabase())

const aboutCalls = ['ACTION_APPROVAL', 'PERMISSION'] as const
const kinds = [...aboutCalls, 'PLAN_APPROVAL', 'IDENTICAL_ERRORS', 'LOW_CONFIDENCE', 'MONITOR'] as const
type Kind = (typeof kinds)[number]

const decisions = ['APPROVE', 'REVISE', 'REJECT', 'PROCEED', 'REFUSE'] as const
type Decision = (typeof decisions)[number]

const isAboutCall = (kind: Kind) => aboutCalls.some((one) => one === kind)

const isExpiry = (decision: Decision): decision is 'PROCEED' | 'REFUSE' =>
  decision === 'PROCEED' || decision === 'REFUSE'

const note = 'Look left.'

const given: Json = { n: 1, note: `use ${token}` }

const planned = {
  ...{ reasoning: 'Pay.', answer: null, goalAchieved: false },
  plan: {
    actions: [
      { name: 'first', type: 'TOOL', target: 'pay', parameters: given, outputKey: 'paid' },
      { name: 'second', type: 'TOOL', target: 'look', parameters: { of: '$paid' }, dependsOn: ['first'] },
    ],
  },
}

const over = { reasoning: 'Paid.', answer: 'Over.', goalAchieved: true, plan: null }

const agentOf = (kind: Kind, decision: Decision): Partial<AgentDefinitionInput> => ({
  model: `live/${kind}`,
  ...(kind === 'PLAN_APPROVAL' && { planner: 'PLAN', requireUserApproval: true }),
  ...(kind === 'LOW_CONFIDENCE' && { confidence: { everySteps: 1 } }),
  ...(isExpiry(decision) && { gates: { expiresAfterMs: 100, onExpiry: decision } }),
})

/** Observations of one process. */
interface Life {
  readonly paid: unknown[]
  /** Last messages that the model was shown. */
  shown: readonly string[]
  isDecided: boolean
  isEscalated: boolean
}

const newLife = (): Life => ({ paid: [], shown: [], isDecided: false, isEscalated: false })

function toolsOf(life: Life) {
  const pay = testTool('pay', async (args) => void life.paid.push(args), { effect: 'once' })
  const escalate = testTool('escalate', async (_args, { runId }) => {
    if (life.isEscalated) return 'noted'
    life.isEscalated = true
    await database.prisma.run.update({ where: { id: runId }, data: { escalation: 'It goes in circles.' } })
    return 'noted'
  })
  const broken = testTool('broken', async () => {
    throw new Error('The index is locked.')
  })
  return [pay, escalate, broken, testTool('look', async (args) => args)]
}

/** The model of a kind, in a life. */
function play(kind: Kind, life: Life): void {
  live.plays[kind] = async function* (request) {
    if (request.responseFormat?.name === 'confidence') {
      yield answer(request, JSON.stringify({ confidence: life.isDecided ? 1 : 0.2, reason: 'A guess.' }))
      return
    }
    life.shown = request.messages.flatMap((message) => ('text' in message ? [message.text] : []))
    const turn = request.messages.filter(({ role }) => role === 'assistant').length
    if (kind === 'PLAN_APPROVAL') return yield answer(request, JSON.stringify(turn === 0 ? planned : over))
    const call = callsOf[kind][turn]
    yield answer(request, call ? '' : 'Over.', call ? [call] : [])
  }
}

const look = (n: number) => ({ name: 'look', arguments: { n } })

/** One a turn. A call that is denied is asked for again before a human hears of it. */
const callsOf: Readonly<
  Record<Exclude<Kind, 'PLAN_APPROVAL'>, readonly { name: string; arguments: Json }[]>
> = {
  ACTION_APPROVAL: [{ name: 'pay', arguments: given }],
  PERMISSION: [{ n: 0 }, given].map((args) => ({ name: 'pay', arguments: args })),
  IDENTICAL_ERRORS: [1, 2, 3].map((n) => ({ name: 'broken', arguments: { n } })),
  LOW_CONFIDENCE: [look(1)],
  MONITOR: [{ name: 'escalate', arguments: {} }, look(1), look(2), look(3)],
}

/** One life; `null` where its process did not die at its `nth` commit. */
async function liveOnce(
  kind: Kind,
  decision: Decision,
  nth: number,
  life: Life,
): Promise<FinishedRun | null> {
  const options = { tools: toolsOf(life), providers: [live], vault, concurrency: 1, leaseMs: 3_600_000 }
  play(kind, life)
  const { first, outlive, hasDied, close } = await openLives(database, nth, options)
  try {
    const rule = { projectId: first.project.id, target: 'pay' }
    if (isAboutCall(kind)) {
      const permission = kind === 'PERMISSION' ? 'DENY' : 'REQUIRE_APPROVAL'
      await first.operations.policies.savePolicy({ ...rule, permission })
    }
    const runId = await first.trigger(() => ({ text: '' }), { agent: agentOf(kind, decision) })
    // A gate expires automatically, too.
    if (!isExpiry(decision)) await outlive((engine) => untilStatus(engine, database, runId, 'WAITING'))
    while (!(await gateIsClosed(runId))) await outlive((engine) => take(engine, runId, decision, life))
    const run = await outlive((engine) => engine.finished(runId))
    return hasDied() ? run : null
  } finally {
    await close()
  }
}

async function gateIsClosed(runId: string): Promise<boolean> {
  const gates = await database.prisma.gate.findMany({ where: { runId } })
  return gates.length > 0 && gates.every(({ status }) => status !== 'OPEN')
}

const changed: Json = { n: 2, note: `use ${token}` }

/** Arguments of REVISE beside its note. */
const revisions: Readonly<Partial<Record<Kind, { readonly arguments: Json }>>> = {
  ACTION_APPROVAL: { arguments: changed },
  PERMISSION: { arguments: changed },
  PLAN_APPROVAL: { arguments: { first: changed } },
}

/** Decides at the open gate, or lets it expire. */
async function take(engine: TestEngine, runId: string, decision: Decision, life: Life): Promise<void> {
  life.isDecided = (await database.prisma.gate.count({ where: { runId } })) > 0
  if (isExpiry(decision)) {
    await engine.services.clock.sleep(20, new AbortController().signal)
    return
  }
  const gate = await database.prisma.gate.findFirstOrThrow({ where: { runId } })
  if (gate.status !== 'OPEN') return
  const kind = kinds.find((one) => one === gate.kind) ?? 'MONITOR'
  await decide(engine, gate.id, decision, { note, ...(decision === 'REVISE' && revisions[kind]) })
}

const statusOf = {
  APPROVE: 'APPROVED',
  REVISE: 'REVISED',
  REJECT: 'REJECTED',
  PROCEED: 'EXPIRED',
  REFUSE: 'EXPIRED',
} as const

async function check(kind: Kind, decision: Decision, life: Life, run: FinishedRun): Promise<void> {
  const { runId, events, types, row, of } = run
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, place) => place + 1))
  expect(types.filter((type) => type === 'RunCompleted' || type === 'RunFailed')).toHaveLength(1)
  const gates = await database.prisma.gate.findMany({ where: { runId } })
  expect(gates).toMatchObject([{ kind, status: statusOf[decision] }])
  expect([of('GateOpened').length, of('GateResolved').length]).toEqual([1, 1])
  const refuses = decision === 'REJECT' || decision === 'REFUSE'
  const failing = refuses && kind !== 'ACTION_APPROVAL'
  expect(row.status, JSON.stringify(row)).toBe(failing ? 'FAILED' : 'COMPLETED')
  if (isAboutCall(kind) || kind === 'PLAN_APPROVAL') {
    const expected = { n: decision === 'REVISE' ? 2 : 1, note: `use ${token}` }
    expect(life.paid).toEqual(refuses ? [] : [expected])
  }
  const shown = life.shown.join('\n')
  if (isAboutCall(kind) && decision === 'REVISE')
    expect(shown).toContain('A human changed the arguments of "pay"')
  const heard = shown.split(note).length - 1
  expect(heard).toBe(failing || isExpiry(decision) ? 0 : 1)
  const { rows } = await database.pool.query<{ text: string }>(
    `select row_to_json(t)::text as text from (select * from "Action" where "runId" = $1) t
     union all select row_to_json(t)::text from (select * from "Step" where "runId" = $1) t
     union all select row_to_json(t)::text from (select * from "Gate" where "runId" = $1) t
     union all select row_to_json(t)::text from (select * from "Message" where "runId" = $1) t
     union all select row_to_json(t)::text from (select * from "Event" where "runId" = $1) t`,
    [runId],
  )
  expect(rows.map(({ text }) => text).join('\n')).not.toContain(token)
}

/** The job of an expiry that a process died in is free after its heartbeat, in ten seconds or so: lives with one may be long. */
const lives = kinds.flatMap((kind) => decisions.map((decision) => [kind, decision] as const))

test.for(lives)(
  'DUR-1 JDG-4 TAS-7 a process that dies around a gate: %s, %s',
  { timeout: 600_000 },
  async ([kind, decision]) => {
    const deaths = await eachPoint(
      async (nth) => {
        const life = newLife()
        const run = await liveOnce(kind, decision, nth, life)
        if (run === null) return false
        try {
          await check(kind, decision, life, run)
        } catch (error) {
          throw new Error(`death at commit ${nth}`, { cause: error })
        }
        return true
      },
      { least: 3 },
    )
    expect(deaths).toBeGreaterThan(2)
  },
)
