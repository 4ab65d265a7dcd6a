import { chooseBinding } from '../../domain/binding.ts'
import { hasRole } from '../../domain/caller.ts'
import type { Json } from '../../domain/json.ts'
import type {
  HistoryOperations,
  OutputFor,
  PolicyOperations,
  RunOperations,
  SessionOperations,
  WorkflowOperations,
} from '../../domain/operations.ts'
import { abortRun } from '../actions/abort-run.ts'
import { resolveGate } from '../gates/resolve-gate.ts'
import type { EngineServices } from '../run/run-context.ts'
import { createRunSecrets, hasMark } from '../run/run-secrets.ts'
import { createDefinitionOperations } from './definition-operations.ts'
import { forkRun } from './fork-run.ts'
import { previewPrompt } from './preview-prompt.ts'
import { resumeRun } from './resume-run.ts'
import { replayRun, retryRun } from './retry-run.ts'
import { checkOrigin } from './run-input.ts'
import { runWorkflow } from './run-workflow.ts'
import { agentDefinitions } from './save-agent.ts'
import { deleteBinding, saveBinding, updateSession } from './save-binding.ts'
import { deletePolicy, findRuling, type RulingServices, savePolicy } from './save-policy.ts'
import { workflowDefinitions } from './save-workflow.ts'
import { checkConfidence, steerRun } from './steer-run.ts'
import { triggerRun } from './trigger-run.ts'
import { updateRun } from './update-run.ts'

/** Creates the operations on agents and their runs. */
export function createRunOperations(services: EngineServices): RunOperations {
  const agents = createDefinitionOperations(agentDefinitions(services))
  return {
    createAgent: agents.create,
    updateAgent: agents.update,
    rollBackAgent: agents.rollBack,
    archiveAgent: agents.archive,
    restoreAgent: agents.restore,
    deleteAgent: agents.remove,
    previewPrompt: (call) => previewPrompt(call, services),
    triggerRun: (call) => triggerRun(call, services),
    abortRun: (call) => abortRun(call, services),
    resumeRun: (call) => resumeRun(call, services),
    steerRun: (call) => steerRun(call, services),
    updateRun: (call) => updateRun(call, services),
    resolveGate: (call) => resolveGate(call, services),
    shownOutput: (call) => outputForCaller(call, services),
    checkConfidence: (call) => checkConfidence(call, services),
  }
}

/** Operations that make runs from earlier runs, bound to the engine's services (RUN-9). */
export function createHistoryOperations(
  services: Pick<EngineServices, 'runs' | 'models' | 'newId' | 'log' | 'clock' | 'wakeups'>,
): HistoryOperations {
  return {
    forkRun: (call) => forkRun(call, services),
    retryRun: (call) => retryRun(call, services),
    replayRun: (call) => replayRun(call, services),
  }
}

/** Creates the operations on conversations. */
export function createSessionOperations(
  services: Pick<EngineServices, 'agents' | 'runs' | 'newId'>,
): SessionOperations {
  const { bindings } = services.runs
  return {
    saveBinding: (call) => saveBinding(call, services),
    deleteBinding: (call) => deleteBinding(call, services),
    resolveAgent: async ({ projectId, origin }) => {
      checkOrigin(origin)
      return chooseBinding(await bindings.matching(projectId, origin), origin)
    },
    updateSession: (call) => updateSession(call, services),
  }
}

/** Creates the operations on the permission of calls. */
export function createPolicyOperations(
  services: Pick<EngineServices, 'newId'> & RulingServices,
): PolicyOperations {
  return {
    savePolicy: (call) => savePolicy(call, services),
    deletePolicy: (call) => deletePolicy(call, services),
    defaultPermissionChanged: (projectId) => services.policies.changed(projectId),
    findRuling: (call) => findRuling(call, services),
  }
}

/** Creates the operations on stored workflows. */
export function createWorkflowOperations(
  services: Pick<
    EngineServices,
    'agents' | 'tools' | 'relics' | 'workflows' | 'runs' | 'schemas' | 'newId' | 'clock'
  >,
): WorkflowOperations {
  const workflows = createDefinitionOperations(workflowDefinitions(services))
  return {
    createWorkflow: workflows.create,
    updateWorkflow: workflows.update,
    rollBackWorkflow: workflows.rollBack,
    archiveWorkflow: workflows.archive,
    restoreWorkflow: workflows.restore,
    deleteWorkflow: workflows.remove,
    runWorkflow: (call) => runWorkflow(call, services),
  }
}

/**
 * The output of a run as a caller reads it (TAS-7): a caller that may start runs has it as the model gave it, except the server's own
 * secrets; a caller that may only read sees marks in place of secrets.
 */
async function outputForCaller(
  { caller, output, ...scope }: OutputFor,
  services: Pick<EngineServices, 'redactor' | 'vault' | 'runs' | 'newId'>,
): Promise<Json> {
  if (!hasMark(output) || !hasRole(caller, 'OPERATOR')) return output
  const { redactor, vault, runs, newId } = services
  const secrets = createRunSecrets({ scope, mode: 'VALUES', redactor, vault, store: runs.secrets, newId })
  return redactor.own.value(await secrets.reveal(output))
}
