import type { Operations } from '../domain/operations.ts'
import { abortRun } from './abort-run.ts'
import { checkConfidence } from './check-confidence.ts'
import { resolveGate } from './resolve-gate.ts'
import { resumeRun } from './resume-run.ts'
import type { EngineServices } from './run-context.ts'
import { createAgent, updateAgent } from './save-agent.ts'
import { steerRun } from './steer-run.ts'
import { triggerRun } from './trigger-run.ts'

/** What callers may ask of the engine, bound to its services. */
export function createOperations(services: EngineServices): Operations {
  return {
    createAgent: (call) => createAgent(call, services),
    updateAgent: (call) => updateAgent(call, services),
    triggerRun: (call) => triggerRun(call, services),
    abortRun: (call) => abortRun(call, services),
    resumeRun: (call) => resumeRun(call, services),
    steerRun: (call) => steerRun(call, services),
    resolveGate: (call) => resolveGate(call, services),
    checkConfidence: (call) => checkConfidence(call, services),
  }
}
