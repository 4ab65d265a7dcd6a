import type { AgentDefinition } from '../../domain/agent.ts'
import type { ContextView, HistoryEntry } from '../../domain/context-view.ts'
import type { Json } from '../../domain/json.ts'
import { parseRelicTarget, type RelicOperation } from '../../domain/relic.ts'
import type { ClaimedRun } from '../../domain/run-store.ts'
import type { Tool, ToolEffect, Tools } from '../../domain/tool.ts'
import { isToolOf, readOutputName } from '../built-in-tools.ts'
import type { Capabilities, EngineServices, TargetContext } from '../run/run-context.ts'
import { spawnTool, workflowOf, workflowTool } from './agent-tool.ts'

/** What an agent may be offered: its definition, and what there is of what it names. */
export interface Offering extends Pick<TargetContext, 'tools' | 'capabilities'> {
  readonly run: { readonly agent: { readonly definition: AgentDefinition } }
}

/** Reads the targets that the agent may reach; missing ones are left out. */
export async function readCapabilities(
  projectId: string,
  { subagents, relics, workflows }: Pick<AgentDefinition, 'subagents' | 'relics' | 'workflows'>,
  services: Pick<EngineServices, 'agents' | 'relics' | 'workflows'>,
): Promise<Capabilities> {
  const [agents, operations, stored] = await Promise.all([
    Promise.all(subagents.map((slug) => services.agents.find(projectId, { slug }))),
    relics.length === 0 ? [] : services.relics.describe(projectId, relics),
    Promise.all(workflows.map((slug) => services.workflows.find(projectId, { slug }))),
  ])
  return { agents: agents.filter(isThere), relics: operations, workflows: stored.filter(isThere) }
}

function isThere<Value>(value: Value | null): value is Value {
  return value !== null
}

/**
 * The tools of one run: those of the server, and one for each other target that its agent may reach. A planner names those targets
 * directly.
 */
export function runTools(
  capabilities: Capabilities,
  run: Pick<ClaimedRun, 'projectId'> & Offering['run'],
  { tools, schemas, relics }: Pick<EngineServices, 'tools' | 'schemas' | 'relics'>,
): Tools {
  const { definition } = run.agent
  if (definition.planner === 'PLAN') return tools
  const spawn = spawnTool(capabilities.agents, definition.subagentModels, schemas)
  return withOwn(
    [
      ...(spawn ? [spawn] : []),
      ...capabilities.relics.map((operation) => relicTool(operation, run.projectId, { relics, schemas })),
      ...capabilities.workflows.map((workflow) => workflowTool(workflow, schemas)),
    ],
    tools,
  )
}

function withOwn(own: readonly Tool[], tools: Tools): Tools {
  if (own.length === 0) return tools
  const names = new Set(own.map(({ name }) => name))
  return {
    list: () => [...tools.list().filter(({ name }) => !names.has(name)), ...own],
    find: (name) => own.find((tool) => tool.name === name) ?? tools.find(name),
    absenceReason: (name) => tools.absenceReason?.(name) ?? null,
  }
}

/** Target of the RELIC action for a call of such a tool: `<relic>.<operation>`; `null` for other tools. */
export function relicTargetOf(tool: Tool | null): string | null {
  if (!tool?.source.startsWith(relicSource)) return null
  const relic = tool.source.slice(relicSource.length)
  return `${relic}.${tool.name.slice(relic.length + 1)}`
}

const relicSource = 'relic:'

/** An operation of a relic as a tool, named `<relic>_<operation>`, for agents that call tools (DAG-8). Its calls become RELIC actions. */
export function relicTool(
  { relic, operation, description, inputSchema, effect }: RelicOperation,
  projectId: string,
  { relics, schemas }: Pick<EngineServices, 'relics' | 'schemas'>,
): Tool {
  return {
    name: `${relic}_${operation}`,
    description: `${description} (${relic})`,
    inputSchema,
    effect,
    source: `${relicSource}${relic}`,
    check: schemas.check(inputSchema),
    execute: (parameters, { idempotencyKey, signal }) =>
      // The engine passes the arguments that `check` returned, as JSON.
      relics.perform({ projectId, relic, operation, parameters: parameters as Json, idempotencyKey, signal }),
  }
}

/** Effects of the RELIC targets of a plan, which decide whether a call is repeated after a crash (TAS-5). */
type RelicEffects = ReadonlyMap<string, ToolEffect>

/** The effects of these targets; one that no relic knows is missing: it fails when it is performed. */
export async function relicEffects(
  targets: readonly string[],
  { run, relics }: Pick<TargetContext, 'run' | 'relics'>,
): Promise<RelicEffects> {
  const names = new Set(targets.flatMap((target) => parseRelicTarget(target)?.relic ?? []))
  if (names.size === 0) return new Map()
  const operations = await relics.describe(run.projectId, [...names])
  return new Map(operations.map(({ relic, operation, effect }) => [`${relic}.${operation}`, effect]))
}

/** One line about each tool for a planner. */
export function renderCapabilities({ agents, relics, workflows }: Capabilities): readonly string[] {
  return [
    ...agents.map(
      ({ slug, definition: { description } }) =>
        `- AGENT ${slug}: ${description ?? 'an agent'} Parameters: { input: what it is asked, with all that it needs to know }`,
    ),
    ...relics.map(
      ({ relic, operation, description, inputSchema }) =>
        `- RELIC ${relic}.${operation}: ${description} Parameters: ${JSON.stringify(inputSchema)}`,
    ),
    ...workflows.map(
      ({ slug, definition: { description, parameters } }) =>
        `- WORKFLOW ${slug}: ${description ?? 'a stored plan'} Parameters: ${JSON.stringify(parameters)}`,
    ),
  ]
}

/**
 * The tools that the model may call: the named ones, and `read_output` where the history shows a result that there is more of, or notes that
 * may name one (CTX-3).
 */
export function offeredTools(
  { history, view }: { readonly history: readonly HistoryEntry[]; readonly view: ContextView },
  ctx: Offering,
): readonly Tool[] {
  const named = namedTools(ctx)
  const hasMore =
    view.summary !== null ||
    history.some(({ message }) => message.role === 'tool' && message.reference !== undefined)
  const readOutput = hasMore ? ctx.tools.find(readOutputName) : null
  return readOutput && !named.includes(readOutput) ? [...named, readOutput] : named
}

/**
 * The tools that the agent's definition names, in its order, then those that it brings along in the server's: `done` where nothing else ends
 * the run (LOOP-2), a loop's exit (LOOP-6), and its targets. What servers list, and when, moves none of them, so that a provider's cache
 * holds the request (CTX-4).
 */
export function namedTools({ run, tools }: Offering): readonly Tool[] {
  const { definition } = run.agent
  const places = new Map(definition.tools.map((name, place) => [name, place]))
  const placeOf = ({ name }: Tool) => places.get(name) ?? places.size
  return tools
    .list()
    .filter((tool) => isToolOf(tool.name, definition) || isTarget(tool))
    .toSorted((a, b) => placeOf(a) - placeOf(b))
}

export function isNamed(name: string, { run, tools }: Offering): boolean {
  return isToolOf(name, run.agent.definition) || isTarget(tools.find(name))
}

/** A relic's operation, or a workflow: the run has no others than its agent's. */
function isTarget(tool: Tool | null): boolean {
  return relicTargetOf(tool) !== null || workflowOf(tool) !== null
}

/** Whether the run's agent may name the tool: it has it, or it is the one that reads on in results. */
export function isNamedTool(name: string, ctx: TargetContext): boolean {
  return isNamed(name, ctx) || name === readOutputName
}
