import { expect, test } from 'vitest'
import type { Schemas } from '../../../../src/domain/schemas.ts'
import { workflowDefinition } from '../../../../src/domain/workflow.ts'
import { workflowOf, workflowTool } from '../../../../src/engine/tools/agent-tool.ts'

const schemas: Schemas = { fault: () => null, check: () => async (value) => ({ ok: true, value }) }

const definition = workflowDefinition.parse({
  name: 'Any',
  plan: { actions: [{ name: 'a', type: 'TOOL', target: 'x' }] },
})

function toolOf(slug: string) {
  return workflowTool({ workflowId: 'w', slug, version: 1, definition }, schemas)
}

test('DAG-8 a workflow is a tool of its own name, also where slugs are longer than names of tools may be', () => {
  expect(toolOf('tour').name).toBe('workflow_tour')
  const begin = 'a'.repeat(55)
  const slugs = [begin, `${begin}-north`, `${begin}-south`]
  const tools = slugs.map(toolOf)
  expect(tools[0]?.name).toBe(`workflow_${begin}`)
  expect(new Set(tools.map(({ name }) => name)).size).toBe(3)
  for (const { name } of tools) expect(name).toMatch(/^[\w-]{1,64}$/)
  expect(tools.map(workflowOf)).toEqual(slugs)
})
