import {
  type AgentDefinition,
  type AgentVersion,
  agentDefinition,
  defaultLoop,
  definitionFields,
  givenFields,
} from '../../domain/agent.ts'
import { modelsNamed } from '../../domain/agent-warnings.ts'
import { isRungraphError, RungraphError } from '../../domain/errors.ts'
import { issueMessages } from '../../domain/format-issue.ts'
import { canonicalJson } from '../../domain/hash.ts'
import { leastBytes, toJson } from '../../domain/json.ts'
import { type Models, parseModelName, providerSettings } from '../../domain/model.ts'
import { checkSlug } from '../../domain/object-key.ts'
import type { CreateDefinition, RollBackDefinition, UpdateDefinition } from '../../domain/operations.ts'
import { exitToolName, uncertaintyToolName } from '../built-in-tools.ts'
import {
  invalidDefinition,
  invalidField,
  invalidInput,
  refuseRemoval,
  refuseUnstorable,
} from '../check-input.ts'
import { validateCondition } from '../judge/flow.ts'
import type { EngineServices } from '../run/run-context.ts'
import { checkVersion, findAgent } from './find-agent.ts'

type Services = Pick<EngineServices, 'agents' | 'tools' | 'schemas' | 'models' | 'newId'>

/** Services that a definition is checked against. */
type Surroundings = Pick<EngineServices, 'tools' | 'schemas' | 'models'>

/** Stores a new agent as its version 1. */
export async function createAgent(
  call: CreateDefinition,
  services: Services,
): Promise<{ readonly agentId: string }> {
  checkSlug(call.slug)
  const definition = parse({ name: call.slug, ...storableFields(call.definition) }, services)
  const id = services.newId()
  const inserted = await services.agents.insert({
    projectId: call.projectId,
    id,
    slug: call.slug,
    definition,
    createdBy: call.by,
  })
  if (!inserted) throw new RungraphError('SLUG_TAKEN', { slug: call.slug })
  return { agentId: id }
}

/** Changes an agent: a new version where anything differs; active runs keep theirs. */
export function updateAgent(
  call: UpdateDefinition<'agentId'>,
  services: Services,
): Promise<{ readonly agentId: string }> {
  return addVersion(call, services, (current) => {
    refuseRemoval(call.definition, definitionFields)
    return parse({ ...current, ...storableFields(call.definition) }, services)
  })
}

/** Gives an agent the definition of an earlier version, as a new version on top. */
export async function rollBackAgent(
  call: RollBackDefinition<'agentId'>,
  services: Services,
): Promise<{ readonly agentId: string }> {
  const earlier = await services.agents.findVersion(call.projectId, call.agentId, call.version)
  return addVersion(call, services, (_current, slug) => {
    if (earlier === null)
      throw new RungraphError('NOT_FOUND', { kind: 'agent', key: slug, version: call.version })
    return usableStill(call.version, () => parse(earlier, services))
  })
}

async function addVersion(
  { projectId, agentId, expectedVersion, by }: Omit<UpdateDefinition<'agentId'>, 'definition'>,
  { agents }: Services,
  change: (current: AgentDefinition, slug: string) => AgentDefinition | Promise<AgentDefinition>,
): Promise<{ readonly agentId: string }> {
  for (;;) {
    const agent = await findAgent(projectId, { id: agentId }, agents)
    if (agent.source === 'CODE') throw new RungraphError('AGENT_IN_CODE', { slug: agent.slug })
    checkVersion('agent', agent, expectedVersion)
    const definition = await change(agent.definition, agent.slug)
    if (isSame(definition, agent.definition)) return { agentId }
    const next: AgentVersion = { ...agent, definition }
    // Somebody else's version may come in between: then apply the change on top of that.
    if (await agents.addVersion(projectId, { ...next, createdBy: by })) return { agentId }
  }
}

/** A definition that was valid once may name a tool that is there no more. @throws INVALID_INPUT naming the version */
export async function usableStill<Definition>(
  version: number,
  check: () => Definition | Promise<Definition>,
): Promise<Definition> {
  try {
    return await check()
  } catch (error) {
    if (!isRungraphError(error) || error.code !== 'INVALID_INPUT') throw error
    throw invalidInput(['version'], `version: ${version} is not valid any more: ${error.message}`)
  }
}

/** A definition is stored whole with each version, and read with each claim of a run. */
const maxDefinitionBytes = 512 * 1024

/** Returns the fields of the caller's definition after checking that all of them can be stored. */
function storableFields(definition: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  // First: all checks below take longer, the larger it is.
  if (leastBytes(toJson(definition), maxDefinitionBytes) > maxDefinitionBytes) throw tooLarge()
  refuseUnstorable(definition, [])
  return givenFields(definition)
}

function tooLarge(): RungraphError {
  return invalidInput(
    ['definition'],
    `definition: is larger than ${maxDefinitionBytes} bytes as JSON. Shorten it, or give large texts to each run in its input or context.`,
  )
}

function parse(definition: Readonly<Record<string, unknown>>, services: Surroundings): AgentDefinition {
  const parsed = agentDefinition.safeParse(definition, { reportInput: true, error: issueMessages })
  if (!parsed.success) throw invalidDefinition(parsed.error)
  refuseUnusable(parsed.data, services)
  return parsed.data
}

/** Checks a definition, which is valid in itself, against the installed tools and providers. @throws INVALID_INPUT */
export function refuseUnusable(definition: AgentDefinition, services: Surroundings): void {
  if (leastBytes(toJson(definition), maxDefinitionBytes) > maxDefinitionBytes) throw tooLarge()
  refuseUnstorable(definition, [])
  refuseIdle(definition)
  refuseFaultyLoop(definition)
  refuseUnknownTools(definition, services)
  refuseFaultySchema(definition, services)
  refuseUnknownProviders(definition, services)
}

/** Refuses options that would have no effect, so that nobody relies on them (LOOP-8). */
function refuseIdle({
  planner,
  protocolMode,
  failFast,
  dynamicParallelism,
  retryActions,
  requireUserApproval,
  toolChoice,
  flowType,
  loop,
  tools,
  confidence,
}: AgentDefinition): void {
  const ofPlans = {
    protocolMode: protocolMode !== 'DEFAULT',
    failFast,
    dynamicParallelism,
    retryActions: !retryActions,
    requireUserApproval,
  }
  const [idle] =
    planner === 'PLAN' ? [] : Object.entries(ofPlans).flatMap(([field, isSet]) => (isSet ? [field] : []))
  if (idle !== undefined) throw invalidField(idle, 'is for agents whose planner is PLAN')
  if (planner === 'PLAN' && toolChoice === 'REQUIRED')
    throw invalidField('toolChoice', 'REQUIRED is for agents whose planner is TOOL_CALLS')
  if (flowType !== 'LOOP' && canonicalJson(loop) !== canonicalJson(defaultLoop))
    throw invalidField('loop', 'is for agents whose flowType is LOOP')
  if (confidence === null && tools.includes(uncertaintyToolName))
    throw invalidField('tools', `${uncertaintyToolName} is for agents that have \`confidence\``)
}

function refuseFaultyLoop({ flowType, loop, tools }: AgentDefinition): void {
  const fault = loop.exitCondition === null ? null : validateCondition(loop.exitCondition)
  if (fault !== null) throw invalidField('loop.exitCondition', fault)
  if (flowType !== 'LOOP' && tools.includes(exitToolName))
    throw invalidField('tools', `${exitToolName} is for agents whose flowType is LOOP`)
}

/** A tool of a server that is not there at the moment is taken at its word: it may come (TAS-6). */
function refuseUnknownTools({ tools }: AgentDefinition, services: Surroundings): void {
  const isToCome = (name: string) => (services.tools.absenceReason?.(name) ?? null) !== null
  const unknown = tools.filter((name) => !services.tools.find(name) && !isToCome(name))
  if (unknown.length === 0) return
  const known = services.tools.list().map((tool) => tool.name)
  throw invalidField('tools', `unknown ${unknown.join(', ')}. Known: ${known.join(', ') || 'none'}`)
}

function refuseFaultySchema({ outputSchema }: AgentDefinition, { schemas }: Surroundings): void {
  const fault = outputSchema && schemas.fault(outputSchema)
  if (fault) throw invalidField('outputSchema', fault)
}

function refuseUnknownProviders(definition: AgentDefinition, { models }: Surroundings): void {
  for (const { path, name } of modelsNamed(definition)) {
    const fault = validateProvider(name, models)
    if (fault !== null) throw invalidInput(['definition', ...path], `${path.join('.')}: ${fault}`)
  }
}

/** Why no model of this name can be asked; `null` where one can. */
export function validateProvider(name: string, models: Pick<Models, 'providers'>): string | null {
  // One that code has brought is as good as those of the settings, which need not be set up.
  const providers = [...new Set([...Object.keys(providerSettings), ...models.providers])]
  const provider = parseModelName(name)?.provider
  if (provider !== undefined && providers.includes(provider)) return null
  return `no provider "${provider}". Known: ${providers.join(', ')}.`
}

/** The database keeps the keys of an output schema in an order of its own. */
function isSame(a: AgentDefinition, b: AgentDefinition): boolean {
  return canonicalJson(a) === canonicalJson(b)
}
