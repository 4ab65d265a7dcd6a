import type { z } from 'zod'
import {
  type AgentDefinition,
  type AgentVersion,
  agentDefinition,
  givenFields,
  slugPattern,
} from '../domain/agent.ts'
import { RungraphError } from '../domain/errors.ts'
import { parseModelName, providerSettings } from '../domain/model.ts'
import type { CreateAgent, UpdateAgent } from '../domain/operations.ts'
import { textFault } from './check-text.ts'
import { conditionFault } from './exit-condition.ts'
import { exitToolName } from './flow.ts'
import type { EngineServices } from './run-context.ts'

type Services = Pick<EngineServices, 'agents' | 'tools' | 'schemas' | 'newId'>

/** Stores a new agent as its version 1. */
export async function createAgent(
  call: CreateAgent,
  services: Services,
): Promise<{ readonly agentId: string }> {
  if (!slugPattern.test(call.slug)) {
    throw invalid(
      ['slug'],
      'slug must be 1 to 100 lower-case letters, digits and hyphens, and begin and end with none of the latter.',
    )
  }
  const definition = parse({ name: call.slug, ...wishes(call.definition) }, services)
  const id = services.newId()
  const inserted = await services.agents.insert({
    projectId: call.projectId,
    id,
    slug: call.slug,
    definition,
  })
  if (!inserted) throw new RungraphError('SLUG_TAKEN', { slug: call.slug })
  return { agentId: id }
}

/** Changes an agent: a new version where anything differs; runs under way keep theirs. */
export async function updateAgent(
  call: UpdateAgent,
  services: Services,
): Promise<{ readonly agentId: string }> {
  for (;;) {
    const agent = await services.agents.find(call.projectId, { id: call.agentId })
    if (!agent) throw new RungraphError('NOT_FOUND', { kind: 'agent' })
    const definition = parse({ ...agent.definition, ...wishes(call.definition) }, services)
    if (isSame(definition, agent.definition)) return { agentId: agent.agentId }
    const next: AgentVersion = { ...agent, definition }
    // Somebody else's version may come in between: then apply the change on top of that.
    if (await services.agents.addVersion(call.projectId, next)) return { agentId: agent.agentId }
  }
}

/** What the caller gave, once it is known that all of it can be stored. */
function wishes(definition: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  refuseUnstorable(definition, [])
  return givenFields(definition)
}

/** No schema or list is as deep; what reads it by recursion would run out of stack at some thousands. */
const maxDepth = 100

function refuseUnstorable(value: unknown, path: readonly string[]): void {
  if (typeof value === 'string') refuseText(path, '', textFault(value))
  if (typeof value !== 'object' || value === null) return
  if (path.length > maxDepth)
    throw invalid(
      ['definition', ...path.slice(0, 1)],
      `${path[0]}: is nested more than ${maxDepth} levels deep.`,
    )
  for (const [key, item] of Object.entries(value)) {
    refuseText(path, 'a key in it ', textFault(key))
    refuseUnstorable(item, [...path, key])
  }
}

function refuseText(path: readonly string[], where: string, fault: string | null): void {
  if (fault !== null) throw invalid(['definition', ...path], `${nameOf(path)}: ${where}${fault}`)
}

function parse(definition: Readonly<Record<string, unknown>>, services: Services): AgentDefinition {
  const parsed = agentDefinition.safeParse(definition, { reportInput: true, error: wordsOf })
  if (!parsed.success) throw invalidDefinition(parsed.error)
  refuseUnbuilt(parsed.data)
  refuseIdle(parsed.data)
  refuseFaultyLoop(parsed.data)
  refuseUnknownTools(parsed.data, services)
  refuseFaultySchema(parsed.data, services)
  refuseUnknownProviders(parsed.data)
  return parsed.data
}

/** Our words for what the definition's own do not say. */
const wordsOf: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'unrecognized_keys':
      return `has no field ${issue.keys.map((key) => `"${key}"`).join(', ')}. Remove what is not of an agent`
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`
    case 'invalid_type':
      return `must be of type ${issue.expected}`
    default:
      return undefined
  }
}

function invalidDefinition(error: z.ZodError): RungraphError {
  const [issue] = error.issues
  const path = issue?.path.map(String) ?? []
  const isMissing = issue?.code === 'invalid_type' && issue.input === undefined
  return invalid(
    ['definition', ...path],
    `${nameOf(path)}: ${isMissing ? 'is required' : (issue?.message ?? 'is not valid')}.`,
  )
}

function nameOf(path: readonly string[]): string {
  return path.join('.') || 'definition'
}

/** What this version cannot do is refused, never ignored. */
function refuseUnbuilt({ requireUserApproval, subagents }: AgentDefinition): void {
  if (requireUserApproval)
    throw unbuilt('requireUserApproval', 'it is not supported by this version. Leave it out.')
  if (subagents.length > 0)
    throw unbuilt('subagents', 'they are not supported by this version. Leave them out.')
}

/** What would have no effect is refused, so that nobody relies on it (LOOP-8). */
function refuseIdle({
  planner,
  protocolMode,
  failFast,
  dynamicParallelism,
  retryActions,
  flowType,
  loop,
}: AgentDefinition): void {
  const ofPlans = {
    protocolMode: protocolMode !== 'DEFAULT',
    failFast,
    dynamicParallelism,
    retryActions: !retryActions,
  }
  const [idle] =
    planner === 'PLAN' ? [] : Object.entries(ofPlans).flatMap(([field, isSet]) => (isSet ? [field] : []))
  if (idle !== undefined) throw invalid(['definition', idle], `${idle}: is for agents whose planner is PLAN.`)
  if (flowType !== 'LOOP' && loop.exitCondition !== null)
    throw invalid(['definition', 'loop'], 'loop: is for agents whose flowType is LOOP.')
}

function refuseFaultyLoop({ flowType, loop, tools }: AgentDefinition): void {
  const fault = loop.exitCondition === null ? null : conditionFault(loop.exitCondition)
  if (fault !== null) {
    throw invalid(['definition', 'loop', 'exitCondition'], `loop.exitCondition: ${fault}.`)
  }
  if (flowType !== 'LOOP' && tools.includes(exitToolName)) {
    throw invalid(['definition', 'tools'], `tools: ${exitToolName} is for agents whose flowType is LOOP.`)
  }
}

function refuseUnknownTools({ tools }: AgentDefinition, services: Services): void {
  const unknown = tools.filter((name) => !services.tools.find(name))
  if (unknown.length === 0) return
  const known = services.tools.list().map((tool) => tool.name)
  throw invalid(
    ['definition', 'tools'],
    `tools: unknown ${unknown.join(', ')}. Known: ${known.join(', ') || 'none'}.`,
  )
}

function refuseFaultySchema({ outputSchema }: AgentDefinition, { schemas }: Services): void {
  const fault = outputSchema && schemas.fault(outputSchema)
  if (fault) throw invalid(['definition', 'outputSchema'], `outputSchema: ${fault}.`)
}

function refuseUnknownProviders({ model, fallbackModels, compaction, confidence }: AgentDefinition): void {
  const named = [
    { field: ['model'], name: model },
    ...fallbackModels.map((name, place) => ({ field: ['fallbackModels', String(place)], name })),
    ...(compaction?.models ?? []).map((name, place) => ({
      field: ['compaction', 'models', String(place)],
      name,
    })),
    ...(confidence?.models ?? []).map((name, place) => ({
      field: ['confidence', 'models', String(place)],
      name,
    })),
  ]
  for (const { field, name } of named) {
    const fault = providerFault(name)
    if (fault !== null) throw invalid(['definition', ...field], `${field.join('.')}: ${fault}`)
  }
}

/** Why nobody can ask a model of this name; `null` where somebody may. */
export function providerFault(name: string): string | null {
  const providers = Object.keys(providerSettings)
  const provider = parseModelName(name)?.provider
  if (provider !== undefined && providers.includes(provider)) return null
  return `no provider "${provider}". Known: ${providers.join(', ')}.`
}

function isSame(a: AgentDefinition, b: AgentDefinition): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function unbuilt(field: string, message: string): RungraphError {
  return invalid(['definition', field], `${field}: ${message}`)
}

function invalid(path: readonly string[], message: string): RungraphError {
  return new RungraphError('INVALID_INPUT', { message, path })
}
