import type { Schemas } from '../../domain/schemas.ts'
import type { Tool } from '../../domain/tool.ts'
import type { WorkflowVersion } from '../../domain/workflow.ts'

const sourcePrefix = 'workflow:'

/** A stored workflow as a tool, for agents that call tools (DAG-8). Its calls become WORKFLOW actions. */
export function workflowTool({ slug, definition }: WorkflowVersion, schemas: Schemas): Tool {
  const inputSchema = { type: 'object', ...definition.parameters }
  return {
    name: `workflow_${slug}`.slice(0, 64),
    description: definition.description ?? `Runs the stored plan "${definition.name}" and gives its output.`,
    inputSchema,
    // A call that was cut off is found again by the run that it started, never made twice.
    effect: 'idempotent',
    source: `${sourcePrefix}${slug}`,
    check: (args) => schemas.check(inputSchema)(args),
    execute: async () => {
      throw new Error('A call of a workflow is a WORKFLOW action.')
    },
  }
}

/** The workflow that stands behind a tool; `null` where it is another's. */
export function workflowOf(tool: Tool | null): string | null {
  return tool?.source.startsWith(sourcePrefix) ? tool.source.slice(sourcePrefix.length) : null
}
