import {
  type AgentDefinition,
  agentDefinition,
  type CurrentAgent,
  defaultLoop,
  definitionFields,
  givenFields,
} from '../../domain/agent.ts'
import { modelsNamed } from '../../domain/agent-warnings.ts'
import { RungraphError } from '../../domain/errors.ts'
import { issueMessages } from '../../domain/format-issue.ts'
import { canonicalJson } from '../../domain/hash.ts'
import { leastBytes, toJson } from '../../domain/json.ts'
import { type Models, parseModelName, providerSettings } from '../../domain/model.ts'
import { exitToolName, uncertaintyToolName } from '../built-in-tools.ts'
import { invalidDefinition, invalidField, invalidInput, refuseUnstorable } from '../check-input.ts'
import { validateCondition } from '../judge/flow.ts'
import type { EngineServices } from '../run/run-context.ts'
import type { DefinitionKind } from './definition-operations.ts'

/** Services that a definition is checked against. */
type Surroundings = Pick<EngineServices, 'tools' | 'schemas' | 'models'>

/** What is particular to agents among the definitions. */
export function agentDefinitions(
  services: Surroundings & Pick<EngineServices, 'agents' | 'newId'>,
): DefinitionKind<'agentId', CurrentAgent, AgentDefinition> {
  return {
    kind: 'agent',
    store: services.agents,
    newId: services.newId,
    named: (agentId) => ({ agentId }),
    idOf: ({ agentId }) => agentId,
    fields: definitionFields,
    storable: storableFields,
    check: (_projectId, definition) => parseDefinition(definition, services),
    // The next start would create, change or restore it (EMB-2).
    refuseChange: ({ source, slug }) => {
      if (source === 'CODE') throw new RungraphError('AGENT_IN_CODE', { slug })
    },
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

function parseDefinition(definition: object, services: Surroundings): AgentDefinition {
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
