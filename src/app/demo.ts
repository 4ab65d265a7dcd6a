import { extname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AgentInCode } from '../domain/defined-agent.ts'
import type { AgentStore } from '../domain/definition-store.ts'
import { type Models, parseModelName } from '../domain/model.ts'
import type { PolicyStore } from '../domain/permission.ts'
import type { RelicStore } from '../domain/relic.ts'
import { relicSettings } from '../domain/relic-settings.ts'
import type { Tool, Tools } from '../domain/tool.ts'
import { type WorkflowStore, workflowDefinition } from '../domain/workflow.ts'
import { provideOwnPackage } from '../user-code/own-package.ts'

/** The demonstrations of examples/demo, which imports the package by its name, as a project of a user does. */
export function loadDemo() {
  // Compiled it is a part of the program; from the source Node resolves that name.
  if (extname(import.meta.url) === '.ts') provideOwnPackage()
  return import('../../examples/demo/demo.ts')
}

/** The tools of the demonstrations. Each call takes a while, so that a run can be watched. */
export async function loadDemoTools(): Promise<readonly Tool[]> {
  const { tools } = await loadDemo()
  return tools.map((tool) => ({
    ...tool,
    source: 'demo',
    execute: async (args, context) => {
      await sleep(toolPaceMs, undefined, { signal: context.signal })
      return tool.execute(args, context)
    },
  }))
}

const toolPaceMs = 600

interface Target {
  readonly agents: AgentStore
  readonly policies: Pick<PolicyStore, 'save'>
  readonly relics: Pick<RelicStore, 'save'>
  readonly workflows: Pick<WorkflowStore, 'insert'>
  readonly projectId: string
  readonly models: Pick<Models, 'providers'>
  readonly tools: Pick<Tools, 'find'>
  readonly newId: () => string
}

/**
 * Installs the demonstration agents into a project that has no agents, with their policies, relic and workflow; where the project has
 * agents, it adds only agents of providers and tools whose slug is free: archived ones keep theirs, deleted ones come back. Existing objects
 * stay as they are: these agents are of the API, and can be changed. Resolves to the number of agents installed.
 */
export async function installDemo(target: Target): Promise<number> {
  const { agents, relics, workflows, projectId, newId } = target
  const demo = await loadDemo()
  const isEmpty = (await agents.count(projectId)) === 0
  if (isEmpty) {
    // Objects that agents name are created first, so that nobody finds an incomplete agent.
    const settings = relicSettings.KEY_VALUE.parse({})
    await relics.save({ ...demo.relic, id: newId(), projectId, settings }, { replaces: false })
    const definition = workflowDefinition.parse(demo.workflow.definition)
    await workflows.insert({ projectId, id: newId(), slug: demo.workflow.slug, definition })
  }
  const onDemand = demo.agentsOnDemand.filter((agent) => isUsable(agent, target))
  let installed = 0
  for (const { slug, definition } of [...(isEmpty ? demo.agents : []), ...onDemand]) {
    const agentId = newId()
    if (!(await agents.insert({ projectId, id: agentId, slug, definition }))) continue
    installed += 1
    // Its policies are installed with the agent, and never again.
    for (const { agent, tool, permission, reason } of demo.policies) {
      if (agent !== slug) continue
      const calls = {
        agentId,
        appliesTo: 'AGENT',
        type: 'TOOL',
        target: tool,
        operation: null,
        condition: null,
      } as const
      await target.policies.save(projectId, { id: newId(), ...calls, permission, reason, replaces: false })
    }
  }
  return installed
}

/** Whether the provider and the tools of an agent are there. */
function isUsable({ definition }: AgentInCode, { models, tools }: Pick<Target, 'models' | 'tools'>): boolean {
  const provider = parseModelName(definition.model)?.provider
  return (
    models.providers.some((name) => name === provider) && definition.tools.every((name) => tools.find(name))
  )
}
