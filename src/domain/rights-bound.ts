import { z } from 'zod'
import type { AgentVersion } from './agent.ts'
import { type Call, isControlTool } from './permission.ts'

/**
 * An agent beyond whose rights a run cannot reach, as it was when the tree of the run was started: what its definition could call, and for its
 * policies which agent it is (TAS-11). It is stored with each run, so that every owner knows it.
 */
export const rightsBound = z.object({
  agentId: z.string(),
  slug: z.string(),
  version: z.int(),
  tools: z.array(z.string()).readonly(),
  relics: z.array(z.string()).readonly(),
  workflows: z.array(z.string()).readonly(),
  subagents: z.array(z.string()).readonly(),
  specialists: z.array(z.string()).readonly(),
})
export type RightsBound = Readonly<z.infer<typeof rightsBound>>

/** A bound as it is stored; `null`: none. @throws ZodError */
export function readBound(stored: unknown): RightsBound | null {
  return stored === null ? null : rightsBound.parse(stored)
}

/** The bound for the runs below one of this agent. */
export function boundBy({ agentId, slug, version, definition }: AgentVersion): RightsBound {
  const { tools, relics, workflows, subagents, specialists } = definition
  return { agentId, slug, version, tools, relics, workflows, subagents, specialists }
}

/** Whether the agent of the bound could make the call by its definition. A run of that version is within it as it is. */
export function isWithin(
  bound: RightsBound,
  call: Call,
  agent: Pick<AgentVersion, 'agentId' | 'version'>,
): boolean {
  if (bound.agentId === agent.agentId && bound.version === agent.version) return true
  return isControlTool(call) || namesFor(call, bound).includes(call.target)
}

/** Whether the agent of the bound could have its call made by this specialist. */
export function mayDelegate({ subagents, specialists }: RightsBound, slug: string): boolean {
  return specialists.includes(slug) || subagents.includes(slug)
}

function namesFor({ type }: Call, { tools, relics, workflows, subagents }: RightsBound): readonly string[] {
  switch (type) {
    case 'TOOL':
      return tools
    case 'RELIC':
      return relics
    case 'WORKFLOW':
      return workflows
    case 'AGENT':
      return subagents
    default:
      return type satisfies never
  }
}
