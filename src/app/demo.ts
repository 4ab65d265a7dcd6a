import { extname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { AgentInCode } from '../domain/defined-agent.ts'
import type { AgentStore } from '../domain/definition-store.ts'
import { RungraphError } from '../domain/errors.ts'
import { canonicalJson } from '../domain/hash.ts'
import { type Models, parseModelName } from '../domain/model.ts'
import type { Policy, PolicyStore } from '../domain/permission.ts'
import type { RelicStore } from '../domain/relic.ts'
import { relicSettings } from '../domain/relic-settings.ts'
import type { Tool, Tools } from '../domain/tool.ts'
import { type WorkflowStore, workflowDefinition } from '../domain/workflow.ts'
import { provideOwnPackage } from '../user-code/own-package.ts'

/** The demonstrations of examples/demo, which imports the package by its name, as a project of a user does. */
export function loadDemo() {
  // Compiled it is a part of the program; from the source Node resolves that name.
  if (extname(import.meta.url) === '.ts') provideOwnPackage()
  return import('../../examples/demo/demo.ts')
}

/** The tools of the demonstrations. Each call takes a while, so that a run can be watched. */
export async function loadDemoTools(): Promise<readonly Tool[]> {
  const { tools } = await loadDemo()
  return tools.map((tool) => ({
    ...tool,
    source: 'demo',
    execute: async (args, context) => {
      await sleep(toolPaceMs, undefined, { signal: context.signal })
      return tool.execute(args, context)
    },
  }))
}

const toolPaceMs = 600

interface Target {
  readonly agents: AgentStore
  readonly policies: Pick<PolicyStore, 'of' | 'save'>
  readonly relics: Pick<RelicStore, 'save'>
  readonly workflows: Pick<WorkflowStore, 'insert'>
  readonly projectId: string
  readonly models: Pick<Models, 'providers'>
  readonly tools: Pick<Tools, 'find'>
  readonly newId: () => string
  /** Slugs of the project's agents in code, which no demonstration gets. */
  readonly inCode: readonly string[]
}

/**
 * Installs the demonstration agents into a project that has no agents, with their policies, relic and workflow; where the project has
 * agents, it adds only agents of providers and tools whose slug is free: archived ones keep theirs, deleted ones come back. Existing objects
 * stay as they are: these agents are of the API, and can be changed. A demonstration gives way to an agent in code of its slug (EMB-2).
 * Resolves to the number of agents installed. @throws AGENT_INVALID where one cannot give way
 */
export async function installDemo(target: Target): Promise<number> {
  const { agents, relics, workflows, projectId, newId } = target
  const demo = await loadDemo()
  const isTaken = ({ slug }: Pick<AgentInCode, 'slug'>) => target.inCode.includes(slug)
  const isEmpty = (await agents.count(projectId)) === 0
  if (isEmpty) {
    // Objects that agents name are created first, so that nobody finds an incomplete agent.
    const settings = relicSettings.KEY_VALUE.parse({})
    await relics.save({ ...demo.relic, id: newId(), projectId, settings }, { replaces: false })
    const { slug } = demo.workflow
    const definition = workflowDefinition.parse(demo.workflow.definition)
    // It runs with the tools of its agent.
    if (!isTaken({ slug: demo.workflow.definition.agent }))
      await workflows.insert({ projectId, id: newId(), slug, definition })
  }
  for (const taken of [...demo.agents, ...demo.agentsOnDemand].filter(isTaken))
    await giveWay(taken, policiesOf(taken.slug, demo), target)
  const onDemand = demo.agentsOnDemand.filter((agent) => isUsable(agent, target))
  const offered = [...(isEmpty ? demo.agents : []), ...onDemand]
  let installed = 0
  for (const { slug, definition } of offered.filter((agent) => !isTaken(agent))) {
    const agentId = newId()
    if (!(await agents.insert({ projectId, id: agentId, slug, definition }))) continue
    installed += 1
    // Its policies are installed with the agent, and never again.
    for (const policy of policiesOf(slug, demo))
      await target.policies.save(projectId, { id: newId(), agentId, ...policy, replaces: false })
  }
  return installed
}

type PolicyOfDemo = Omit<Policy, 'id' | 'agentId'>

function policiesOf(
  slug: string,
  { policies }: Pick<Awaited<ReturnType<typeof loadDemo>>, 'policies'>,
): readonly PolicyOfDemo[] {
  const whole = { appliesTo: 'AGENT', type: 'TOOL', operation: null, condition: null } as const
  return policies
    .filter(({ agent }) => agent === slug)
    .map(({ tool, permission, reason }) => ({ ...whole, target: tool, permission, reason }))
}

/**
 * Removes a demonstration that is as it was installed, with its policies, so that nothing of it is in the agent that takes its slug. One that
 * was changed, or has other policies, is the user's own. @throws AGENT_INVALID where it was used
 */
async function giveWay(
  { slug, definition }: AgentInCode,
  policies: readonly PolicyOfDemo[],
  { agents, projectId, policies: stored }: Pick<Target, 'agents' | 'projectId' | 'policies'>,
): Promise<void> {
  const agent = await agents.find(projectId, { slug })
  if (agent === null || agent.source !== 'API' || agent.version !== 1) return
  if (canonicalJson(agent.definition) !== canonicalJson(definition)) return
  const ofProject = await stored.of(projectId)
  const present = ofProject.policies.filter(({ agentId }) => agentId === agent.agentId)
  if (!areSame(present, policies)) return
  const outcome = await agents.remove(projectId, agent.agentId)
  if (outcome.kind !== 'used') return
  const problem = `slug: is that of a demonstration, which has ${outcome.by.join(' and ')}. Give your agent another slug, or set RUNGRAPH_DEMO=off: then it takes over the demonstration with its history`
  throw new RungraphError('AGENT_INVALID', { agent: slug, problems: [problem] })
}

/** No two policies of an agent speak of the same calls, so that their order says nothing. */
function areSame(present: readonly Policy[], wanted: readonly PolicyOfDemo[]): boolean {
  const textsOf = (policies: readonly PolicyOfDemo[]) =>
    policies
      .map(({ appliesTo, type, target, operation, condition, permission, reason }) =>
        canonicalJson({ appliesTo, type, target, operation, condition, permission, reason }),
      )
      .toSorted()
  return isDeepStrictEqual(textsOf(present), textsOf(wanted))
}

/** Whether the provider and the tools of an agent are there. */
function isUsable({ definition }: AgentInCode, { models, tools }: Pick<Target, 'models' | 'tools'>): boolean {
  const provider = parseModelName(definition.model)?.provider
  return (
    models.providers.some((name) => name === provider) && definition.tools.every((name) => tools.find(name))
  )
}
