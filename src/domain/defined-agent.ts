import { type AgentDefinition, type AgentDefinitionInput, agentDefinition, givenFields } from './agent.ts'
import { RungraphError } from './errors.ts'
import { formatIssue, issueMessages } from './format-issue.ts'
import { slugForm, slugPattern } from './object-key.ts'

/** An agent in code: the result of `defineAgent`. */
export interface AgentInCode {
  /** Identifies the agent in its project. An agent whose slug changes is another agent. */
  readonly slug: string
  readonly definition: AgentDefinition
}

/** Options of `defineAgent`: the slug, and the fields of the definition that differ from their defaults (docs/agents.md). */
export type AgentOptions = { readonly slug: string; readonly name?: string } & Omit<
  AgentDefinitionInput,
  'name'
>

/**
 * Declares an agent in code, for a module of `RUNGRAPH_AGENTS` or for the option `agents` of `createApp`. `name` is by default the slug.
 * Tools and providers that it names are checked when it is loaded. @throws AGENT_INVALID with every problem at once
 */
export function defineAgent({ slug, ...fields }: AgentOptions): AgentInCode {
  const parsed = agentDefinition.safeParse(
    { name: slug, ...givenFields(fields) },
    { reportInput: true, error: issueMessages },
  )
  const problems = [
    ...(isSlug(slug) ? [] : [`slug must have ${slugForm}.`]),
    ...(parsed.error?.issues ?? []).map((issue) => formatIssue(issue)),
  ]
  if (!parsed.success || problems.length > 0)
    throw new RungraphError('AGENT_INVALID', { agent: String(slug), problems })
  return Object.freeze({ slug, definition: parsed.data })
}

/** JavaScript has no compiler to ask. */
function isSlug(slug: unknown): boolean {
  return typeof slug === 'string' && slugPattern.test(slug)
}
