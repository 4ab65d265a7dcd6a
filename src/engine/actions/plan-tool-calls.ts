import type { ActionAudit } from '../../domain/action-audit.ts'
import { isJsonObject, type Json } from '../../domain/json.ts'
import type { ActionRow } from '../../domain/run-log.ts'
import type { Tools } from '../../domain/tool.ts'
import { countCall, type DoomLoop, verdictOnCall } from '../judge/repetition.ts'
import { spawnedAgent, workflowOf } from '../tools/agent-tool.ts'
import { relicTargetOf } from '../tools/offered-tools.ts'
import type { ReadCall } from './read-arguments.ts'

/** The part of an action's audit that the plan decides (TAS-2). */
type PlanAudit = Pick<ActionAudit, 'decision' | 'truncated' | 'identicalCalls' | 'cycle' | 'readAs'>

interface PlannedCalls {
  readonly actions: readonly ActionRow[]
  readonly doomLoop: DoomLoop
}

/** A turn's tool calls as a flat plan of independent actions, each counted against the doom loop in its order. */
export function planToolCalls(
  calls: readonly ReadCall[],
  state: { readonly doomLoop: DoomLoop; readonly isTruncated?: boolean },
  ids: { readonly projectId: string; readonly runId: string; readonly stepId: string },
  services: { readonly tools: Tools; readonly newId: () => string },
): PlannedCalls {
  let doomLoop = state.doomLoop
  const names = new Set<string>()
  const actions: ActionRow[] = []
  for (const [position, { call, parameters, readAs }] of calls.entries()) {
    doomLoop = countCall(doomLoop, call.name, parameters)
    const calledAction = calledBy(call.name, parameters, services.tools)
    const isCut = state.isTruncated === true && isCutOff(parameters, position === calls.length - 1)
    actions.push({
      ...blankAction,
      ...ids,
      id: services.newId(),
      position,
      name: uniqueName(call.name, names),
      ...calledAction,
      parameters,
      callId: call.callId,
      audit: {
        ...auditOf(doomLoop, isCut),
        ...(calledAction.target !== call.name && { calledAs: call.name }),
        ...(readAs.length > 0 && { readAs: [...readAs] }),
      },
    })
    if (verdictOnCall(doomLoop) === 'fail') break
  }
  return { actions, doomLoop }
}

/** Target that performs a call: the tool itself, or the agent or relic behind the tool. */
function calledBy(
  name: string,
  parameters: Json,
  tools: Tools,
): Pick<ActionRow, 'type' | 'target' | 'effect'> {
  const agent = spawnedAgent(name, parameters)
  if (agent !== null && tools.find(name)) return { type: 'AGENT', target: agent, effect: null }
  const tool = tools.find(name)
  const relic = relicTargetOf(tool)
  if (tool && relic !== null) return { type: 'RELIC', target: relic, effect: tool.effect }
  const workflow = workflowOf(tool)
  if (workflow !== null) return { type: 'WORKFLOW', target: workflow, effect: null }
  return { type: 'TOOL', target: name, effect: tool?.effect ?? null }
}

export const blankAction = {
  type: 'TOOL',
  mode: 'ASYNC',
  dependsOn: [],
  waitForAll: true,
  skipOnError: false,
  priority: 0,
  condition: null,
  outputKey: null,
  branch: null,
  retry: null,
  cache: null,
  timeoutMs: null,
  wave: 0,
  status: 'PENDING',
  attempt: 0,
  retryAt: null,
  output: null,
  error: null,
  errorCode: null,
  childRunId: null,
  startedAt: null,
  durationMs: null,
  completedAt: null,
} as const

/** Half a JSON object is none; arguments that had not begun yet stand here as an empty one. */
function isCutOff(parameters: Json, isLast: boolean): boolean {
  const names = isJsonObject(parameters) ? Object.keys(parameters) : []
  return names.includes('_raw') || (isLast && names.length === 0)
}

/** Loop counts and truncation flag of a call for the audit of its action. */
export function auditOf(loop: DoomLoop, isCut = false): PlanAudit {
  const { count: identicalCalls, period, round } = loop
  if (isCut) return { decision: 'REFUSED', identicalCalls, truncated: true }
  if (verdictOnCall(loop) === 'execute') return { identicalCalls }
  const refused = { decision: 'REFUSED', identicalCalls } as const
  return round > identicalCalls ? { ...refused, cycle: { period, round } } : refused
}

/** `search`, `search-2`, `search-3`: a plan's names are unique. */
function uniqueName(name: string, usedNames: Set<string>): string {
  let unique = name
  for (let count = 2; usedNames.has(unique); count++) unique = `${name}-${count}`
  usedNames.add(unique)
  return unique
}
