import { createHash } from 'node:crypto'
import { configure } from 'safe-stable-stringify'
import { runBounds } from '../domain/agent.ts'
import { compareDecimals, isDecimal } from '../domain/decimal.ts'
import { RungraphError } from '../domain/errors.ts'
import { isJsonObject, type Json, toJson } from '../domain/json.ts'
import { effectiveLimits } from '../domain/limits.ts'
import type { TriggerRun } from '../domain/operations.ts'
import type { EngineServices } from './run-context.ts'

type Services = Pick<EngineServices, 'agents' | 'runs' | 'newId'>

/** Accepts a run of an agent: checked whole, then stored; durable when this resolves (RUN-8). */
export async function triggerRun(call: TriggerRun, services: Services): Promise<{ readonly runId: string }> {
  checkInput(call)
  const agent = await services.agents.find(call.projectId, call.agent)
  if (!agent)
    throw new RungraphError('NOT_FOUND', {
      kind: 'agent',
      key: 'id' in call.agent ? call.agent.id : call.agent.slug,
    })
  const { definition } = agent
  const { idempotencyKey } = call
  const id = services.newId()
  const inputHash = idempotencyKey === undefined ? null : hashOf(call, agent.agentId)
  const stored = await services.runs.insert({
    id,
    projectId: call.projectId,
    agentId: agent.agentId,
    agentVersion: agent.version,
    sessionKey: call.sessionKey ?? null,
    input: call.input,
    context: toJson(call.context ?? {}),
    busySession: definition.busySession,
    parent: null,
    effectiveLimits: effectiveLimits(call, { ...definition, timeoutMs: definition.defaultTimeoutMs }, 0),
    idempotencyKey: idempotencyKey ?? null,
    inputHash,
  })
  switch (stored.kind) {
    case 'inserted':
      return { runId: stored.runId }
    case 'known':
      if (stored.inputHash === inputHash) return { runId: stored.runId }
      throw new RungraphError('IDEMPOTENCY_CONFLICT', { key: idempotencyKey ?? '' })
    case 'busy':
      throw new RungraphError('SESSION_BUSY', { key: call.sessionKey ?? '', runId: stored.runId })
    default:
      return stored satisfies never
  }
}

function checkInput(call: TriggerRun): void {
  checkWords('input', call.input)
  checkKey('sessionKey', call.sessionKey)
  checkKey('idempotencyKey', call.idempotencyKey)
  checkRange('maxSteps', call.maxSteps, 1_000_000)
  checkRange('timeoutMs', call.timeoutMs, runBounds.maxTimeoutMs)
  checkMoney('maxCostUsd', call.maxCostUsd)
  checkContext(call.context)
}

function checkContext(context: Json | undefined): void {
  if (context === undefined || context === null) return
  if (!isJsonObject(context))
    throw invalid('context', 'must be an object whose keys the actions may refer to.')
  const text = JSON.stringify(context)
  checkText('context', text, runBounds.maxContextBytes)
  if (text.includes('\\u0000'))
    throw invalid('context', 'holds a NUL character, which cannot be stored. Remove it.')
}

/** Checks what a model is to read. */
export function checkWords(field: string, text: string): void {
  checkText(field, text, runBounds.maxInputBytes)
  if (text.trim() === '') throw invalid(field, 'is empty. Say what the agent is to do.')
}

export function checkText(field: string, text: string, maxBytes: number): void {
  const bytes = Buffer.byteLength(text)
  if (bytes > maxBytes) throw new RungraphError('INPUT_TOO_LARGE', { field, bytes, maxBytes, path: [field] })
  if (text.includes('\u0000'))
    throw invalid(field, 'holds a NUL character, which cannot be stored. Remove it.')
}

function checkKey(field: string, key: string | undefined): void {
  if (key === undefined) return
  if (key.trim() === '' || key.length > runBounds.maxKeyLength) {
    throw invalid(field, `must have 1 to ${runBounds.maxKeyLength} characters, or be left out.`)
  }
  checkText(field, key, runBounds.maxKeyLength * 4)
}

export function checkRange(field: string, value: number | undefined, max: number): void {
  if (value === undefined) return
  if (!Number.isInteger(value) || value < 1 || value > max)
    throw invalid(field, `is ${value}; it must be from 1 to ${max}.`)
}

export function checkMoney(field: string, value: string | undefined): void {
  if (value === undefined) return
  if (!isDecimal(value) || compareDecimals(value, '0') <= 0) {
    throw invalid(
      field,
      `is "${value}"; it must be a decimal amount of US dollars above 0, for example "0.50".`,
    )
  }
}

function invalid(field: string, problem: string): RungraphError {
  return new RungraphError('INVALID_INPUT', { message: `${field} ${problem}`, path: [field] })
}

const canonical = configure({ deterministic: true })

/** What must be the same when a key comes again. */
function hashOf(
  { projectId: _project, agent: _agent, idempotencyKey: _key, ...wishes }: TriggerRun,
  agentId: string,
): string {
  return createHash('sha256')
    .update(canonical({ ...wishes, agentId }) ?? '')
    .digest('hex')
}
