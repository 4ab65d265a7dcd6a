import type { RunOperations } from '../domain/operations.ts'
import { abortRun } from './abort-run.ts'
import { checkConfidence } from './check-confidence.ts'
import { resolveGate } from './resolve-gate.ts'
import { resumeRun } from './resume-run.ts'
import type { EngineServices } from './run-context.ts'
import { createAgent, updateAgent } from './save-agent.ts'
import { shownOutput } from './shown-output.ts'
import { steerRun } from './steer-run.ts'
import { triggerRun } from './trigger-run.ts'

/** What callers may ask about agents and their runs, bound to the engine's services. */
export function createRunOperations(services: EngineServices): RunOperations {
  return {
    createAgent: (call) => createAgent(call, services),
    updateAgent: (call) => updateAgent(call, services),
    triggerRun: (call) => triggerRun(call, services),
    abortRun: (call) => abortRun(call, services),
    resumeRun: (call) => resumeRun(call, services),
    steerRun: (call) => steerRun(call, services),
    resolveGate: (call) => resolveGate(call, services),
    shownOutput: (call) => shownOutput(call, services),
    checkConfidence: (call) => checkConfidence(call, services),
  }
}
