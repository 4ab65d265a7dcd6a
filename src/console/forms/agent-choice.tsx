import { useQuery } from 'urql'
import { AgentChoicesDocument } from '../../generated/console/graphql.ts'
import { type Option, SelectField } from '../ui/field.tsx'
import { Choice } from './filter.tsx'

/** The first hundred agents of the project to choose from, by slug. */
export function useAgentChoices(): readonly Option<string>[] {
  const [{ data }] = useQuery({ query: AgentChoicesDocument })
  return (data?.agents.nodes ?? []).map(({ slug, name }) => ({ value: slug, label: name }))
}

/** Narrows a page to one agent, by its slug. An agent that the address names is a choice even if it is archived. */
export function AgentChoice(props: {
  readonly value: string | undefined
  readonly onChange: (agent: string | undefined) => void
  readonly any?: string
}) {
  return <Choice label="Agent" any="All agents" options={useAgentChoices()} {...props} />
}

/** A field of a form for the agent that something is for: the chosen one, else the first of the project, by its slug; `''`: there is none. */
export function useAgentField(
  field: { readonly value: string; readonly onChange: (agent: string) => void },
  label = 'Agent',
) {
  const agents = useAgentChoices()
  const agent = field.value || agents[0]?.value || ''
  const shown = { ...field, label, options: agents, value: agent, hint: partHint(agents, 'agents') }
  return { agent, agentField: <SelectField {...shown} /> }
}

/** So many objects are read to choose from. */
const most = 100

/** The hint of a choice: that there may be more than are listed. `name`: of the objects, such as `agents`. */
export function partHint(listed: readonly unknown[], name: string): string | undefined {
  return listed.length < most ? undefined : `The first ${most} ${name} are listed.`
}
