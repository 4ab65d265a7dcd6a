import { useQuery } from 'urql'
import { AgentChoicesDocument } from '../../generated/console/graphql.ts'
import { SelectField } from '../ui/field.tsx'

/** Narrows a page to one agent, by its slug. An agent that the address names is a choice even if it is archived. */
export function AgentField({
  agent,
  onChange,
}: {
  readonly agent: string | undefined
  readonly onChange: (agent: string | undefined) => void
}) {
  const [{ data }] = useQuery({ query: AgentChoicesDocument })
  const agents = data?.agents.nodes ?? []
  const isKnown = agents.some(({ slug }) => slug === agent)
  return (
    <SelectField
      label="Agent"
      isBare
      value={agent ?? anyAgent}
      options={[
        { value: anyAgent, label: 'All agents' },
        ...(agent !== undefined && !isKnown ? [{ value: agent, label: agent }] : []),
        ...agents.map(({ slug, name }) => ({ value: slug, label: name })),
      ]}
      onChange={(slug) => onChange(slug === anyAgent ? undefined : slug)}
    />
  )
}

const anyAgent = '*'
