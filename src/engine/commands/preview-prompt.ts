import type { CurrentAgent } from '../../domain/agent.ts'
import { wholeView } from '../../domain/context-view.ts'
import type { PreviewPrompt, PromptPreview } from '../../domain/operations.ts'
import { composePrompt, toolsBeside } from '../model/request.ts'
import type { EngineServices } from '../run/run-context.ts'
import { readCapabilities, runTools } from '../tools/offered-tools.ts'
import { findAgent } from './find-agent.ts'
import { agentDefinitions } from './save-agent.ts'

type Services = Pick<
  EngineServices,
  'agents' | 'relics' | 'workflows' | 'tools' | 'schemas' | 'models' | 'newId' | 'redactor'
>

/**
 * What the model of an agent receives beside its messages in the first turn of a run without context: composed as for a run, of the
 * definition with changes that are not saved. @throws INVALID_INPUT, NOT_FOUND, ARCHIVED
 */
export async function previewPrompt(call: PreviewPrompt, services: Services): Promise<PromptPreview> {
  const { projectId, memory } = call
  const current = await findAgent(projectId, call.agent, services.agents)
  const definition = await changed(current, call, services)
  const run = { projectId, agent: { definition } }
  const capabilities = await readCapabilities(projectId, definition, services)
  const ctx = { run, capabilities, tools: runTools(capabilities, run, services) }
  const text = composePrompt({ runContext: {}, memory, context: {} }, ctx)
  return {
    systemPrompt: text && services.redactor.own.text(text),
    tools: toolsBeside({ history: [], view: wholeView }, ctx),
  }
}

function changed(
  { definition }: CurrentAgent,
  { projectId, changes }: PreviewPrompt,
  services: Services,
): CurrentAgent['definition'] | Promise<CurrentAgent['definition']> {
  const { storable, check } = agentDefinitions(services)
  return changes === undefined ? definition : check(projectId, { ...definition, ...storable(changes) })
}
