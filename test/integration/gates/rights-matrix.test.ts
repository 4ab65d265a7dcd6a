import { afterAll, expect, test } from 'vitest'
import { parseAudit } from '../../../src/domain/action-audit.ts'
import type { AgentDefinitionInput } from '../../../src/domain/agent.ts'
import {
  callPermission,
  type Permission,
  type PermittedType,
  type PolicyScope,
} from '../../../src/domain/permission.ts'
import { testTool } from '../../support/engine.ts'
import { eventually } from '../../support/eventually.ts'
import { forFile } from '../../support/for-file.ts'
import { done, openGateStage } from '../../support/gate-stage.ts'
import { planning } from '../../support/live-model.ts'
import { saveRelic } from '../../support/relics.ts'

const held = Promise.withResolvers<void>()

const tools = [
  testTool('look', async () => 'looked'),
  testTool('rest', async () => 'rested'),
  testTool('guarded', async () => 'guarded'),
  testTool('hold', async () => held.promise.then(() => 'held')),
]

const stage = forFile(await openGateStage({ tools, concurrency: 60 }))
const { database, engine } = stage
const { operations, project } = engine
const roots: string[] = []

const helper = await engine.define(() => ({ text: 'Helped.' }))
await saveRelic(database, { projectId: project.id, name: 'notes', kind: 'KEY_VALUE' })
const tour = { plan: { actions: [{ name: 'rests', type: 'TOOL', target: 'rest' }] } }
await operations.workflows.createWorkflow({ projectId: project.id, slug: 'tour', definition: tour })

afterAll(async () => {
  held.resolve()
  const abort = (runId: string) => operations.abortRun({ projectId: project.id, runId, reason: 'Over.' })
  await Promise.allSettled(roots.map(abort))
})

/** The four calls that each run at the place makes: as a turn of a model, and as a plan. */
const calls = [
  { name: 'look', arguments: {} },
  { name: 'notes_get', arguments: { key: 'a' } },
  { name: 'spawn_agent', arguments: { agent: helper.slug, input: 'Help.' } },
  { name: 'workflow_tour', arguments: {} },
]

const actions = [
  { name: 'looks', type: 'TOOL', target: 'look' },
  { name: 'reads', type: 'RELIC', target: 'notes.get', parameters: { key: 'a' } },
  { name: 'asks', type: 'AGENT', target: helper.slug, parameters: { input: 'Help.' } },
  { name: 'tours', type: 'WORKFLOW', target: 'tour' },
]

const targets: readonly Ruled[] = [
  { type: 'TOOL', target: 'look' },
  { type: 'RELIC', target: 'notes' },
  { type: 'AGENT', target: helper.slug },
  { type: 'WORKFLOW', target: 'tour' },
]

const reach = {
  tools: ['look', 'rest', 'guarded'],
  relics: ['notes'],
  subagents: [helper.slug],
  workflows: ['tour'],
}

/** A tree in which one agent makes the calls, below a run of another. */
interface Tree {
  /** The agent of the root. */
  readonly top: string
  /** The agent that makes the calls. */
  readonly caller: string
  /** Whether the calls are those of a plan of a workflow. */
  readonly isWorkflow?: boolean
}

const spawning = (slug: string) => [
  { calls: [{ name: 'spawn_agent', arguments: { agent: slug, input: 'Go.' } }] },
  done,
]

const caller = () => stage.define([{ calls }, done], { agent: reach })

async function startedBy(slug: string): Promise<string> {
  return (await stage.define(spawning(slug), { agent: { subagents: [slug] } })).slug
}

interface Ruled {
  readonly type: PermittedType
  readonly target: string
}

async function rule(agent: string, fields: Rule, call: Ruled): Promise<void> {
  await operations.policies.savePolicy({ projectId: project.id, agent: { slug: agent }, ...call, ...fields })
}

let made = 0

const places: Readonly<Record<string, () => Promise<Tree>>> = {
  'a direct child': async () => {
    const { slug } = await caller()
    return { caller: slug, top: await startedBy(slug) }
  },
  'a grandchild': async () => {
    const { slug } = await caller()
    return { caller: slug, top: await startedBy(await startedBy(slug)) }
  },
  'a run of a workflow': async () => {
    const workflow = `acts-${made++}`
    const definition = { plan: { actions } }
    await operations.workflows.createWorkflow({ projectId: project.id, slug: workflow, definition })
    const agent = { ...reach, workflows: ['tour', workflow] }
    const turns = [{ calls: [{ name: `workflow_${workflow}`, arguments: {} }] }, done]
    const { slug } = await stage.define(turns, { agent })
    return { caller: slug, top: await startedBy(slug), isWorkflow: true }
  },
  'a specialist': async () => {
    const { slug } = await caller()
    const guarded = { calls: [{ name: 'guarded', arguments: {} }] }
    const agent = { tools: ['guarded'], specialists: [slug] }
    const top = await stage.define([guarded, guarded, done], { agent })
    await rule(top.slug, { permission: 'DENY' }, { type: 'TOOL', target: 'guarded' })
    return { caller: slug, top: top.slug }
  },
  'a fired child': async () => {
    const { slug } = await caller()
    const name = `firing-${made++}`
    stage.live.plays[name] = planning({
      actions: [
        { name: 'fires', type: 'AGENT', target: slug, mode: 'FIRE_AND_FORGET', parameters: { input: 'Go.' } },
        { name: 'holds', type: 'TOOL', target: 'hold' },
      ],
    })
    const model = `live/${name}`
    const agent: Partial<AgentDefinitionInput> = {
      model,
      planner: 'PLAN',
      subagents: [slug],
      tools: ['hold'],
    }
    return { caller: slug, top: (await engine.define(() => ({}), agent)).slug }
  },
}

interface Rule {
  readonly permission: Permission
  readonly appliesTo?: PolicyScope
}

/** Which policies there are about the four calls, beside the default of the project. */
type Source = { readonly of: 'NOBODY' } | (Rule & { readonly of: 'THE CALLER' | 'THE TOP' })

const sources: readonly Source[] = [
  { of: 'NOBODY' },
  ...callPermission.options.flatMap((permission): Source[] => [
    { of: 'THE CALLER', permission },
    { of: 'THE TOP', permission, appliesTo: 'AGENT' },
    { of: 'THE TOP', permission, appliesTo: 'DESCENDANTS' },
  ]),
]

/** What is to be decided, from the words of the documentation alone. */
function expected(source: Source, tree: Tree) {
  const byDefault = { decision: 'ALLOW', ruleAgent: undefined }
  if (source.of === 'NOBODY') return byDefault
  if (source.of === 'THE CALLER') return { decision: source.permission, ruleAgent: tree.caller }
  const holdsBelow = source.appliesTo === 'DESCENDANTS' && source.permission !== 'ALLOW'
  return holdsBelow ? { decision: source.permission, ruleAgent: tree.top } : byDefault
}

/** The decisions on the calls of the run at the place, in the order of its actions, once all are made. */
async function decisionsIn(rootId: string, { caller: slug, isWorkflow = false }: Tree) {
  const where = { rootId, agent: { slug }, workflowId: isWorkflow ? { not: null } : null, depth: { gt: 0 } }
  const read = async () => {
    const run = await database.prisma.run.findFirst({
      where,
      orderBy: { depth: 'asc' },
      include: { actions: { orderBy: { position: 'asc' } } },
    })
    const decided = (run?.actions ?? []).map(({ type, status, audit }) => ({
      type,
      status,
      ...parseAudit(audit),
    }))
    return decided.filter(({ decision }) => decision !== undefined)
  }
  await eventually(async () => (await read()).length).toBe(actions.length)
  return read()
}

test.for(Object.entries(places))(
  'TAS-10 SUB-1 DAG-8 the calls of %s are decided by the policies for its agent and those from above',
  async ([, plant]) => {
    const trees = await Promise.all(
      sources.map(async (source) => {
        const tree = await plant()
        const ruled = source.of === 'THE CALLER' ? tree.caller : tree.top
        if (source.of !== 'NOBODY') {
          const { of: _of, ...fields } = source
          for (const call of targets) await rule(ruled, fields, call)
        }
        return { source, tree, rootId: await stage.trigger(tree.top) }
      }),
    )
    roots.push(...trees.map(({ rootId }) => rootId))
    for (const { source, tree, rootId } of trees) {
      const made = await decisionsIn(rootId, tree)
      const { decision, ruleAgent } = expected(source, tree)
      const seen = made.map(({ type, agent, ...audit }) => [type, agent, audit.decision, audit.ruleAgent])
      const wanted = targets.map(({ type }) => [type, tree.caller, decision, ruleAgent])
      expect(seen, JSON.stringify(source)).toEqual(wanted)
      if (decision === 'DENY') expect(made.map(({ status }) => status)).toEqual(Array(4).fill('DENIED'))
    }
  },
)
