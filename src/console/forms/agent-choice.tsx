import { useMemo, useState } from 'react'
import { useQuery } from 'urql'
import { AgentChoicesDocument } from '../../generated/console/graphql.ts'
import { PickOneField, type PickOption } from '../ui/pick-field.tsx'
import { useSettled } from '../ui/use-settled.ts'
import styles from './filter.module.css'

interface Agents {
  /** By slug, those of the project first, then the demonstrations. */
  readonly agents: readonly PickOption[]
  /** Reads those that words find, where there are more than are read at once. */
  readonly onSearch: (words: string) => void
}

/** The agents of the project to choose from. */
export function useAgentChoices({ isWithArchived = false } = {}): Agents {
  const [words, onSearch] = useState('')
  const search = useSettled(words)
  const archived = isWithArchived ? ('ANY' as const) : null
  const [{ data }] = useQuery({ query: AgentChoicesDocument, variables: { search: null, archived } })
  const isPart = (data?.agents.nodes.length ?? 0) >= most
  const [{ data: found }] = useQuery({
    query: AgentChoicesDocument,
    variables: { search, archived },
    pause: !isPart || search === '',
  })
  const agents = useMemo(() => {
    const all = [...(data?.agents.nodes ?? []), ...(found?.agents.nodes ?? [])].map(({ slug, name }) => ({
      ...{ value: slug, label: name },
      ...(name !== slug && { note: slug }),
      ...(isDemo(slug) && { group: demos }),
    }))
    const each = [...new Map(all.map((option) => [option.value, option])).values()]
    return each.toSorted((a, b) => Number('group' in a) - Number('group' in b))
  }, [data, found])
  return { agents, onSearch }
}

const demos = 'Demonstrations'

/** Whether an agent came with an empty database, to try things out. */
function isDemo(slug: string): boolean {
  return slug.startsWith('demo-')
}

/** Narrows a page to one agent, by its slug. An agent that the address names is a choice even if it is archived. */
export function AgentChoice(props: {
  readonly value: string | undefined
  readonly onChange: (agent: string | undefined) => void
  readonly any?: string
  readonly isWithArchived?: boolean
}) {
  const { value, onChange, any = 'All agents', isWithArchived = false } = props
  const { agents, onSearch } = useAgentChoices({ isWithArchived })
  return (
    <div className={styles.choice}>
      <PickOneField
        {...{ label: 'Agent', isBare: true, any, options: agents, onSearch }}
        value={value ?? ''}
        onChange={(agent) => onChange(agent || undefined)}
      />
    </div>
  )
}

/** A field of a form for the agent that something is for: the chosen one, or the only one that there is, by its slug; `''`: none yet. */
export function useAgentField(
  field: { readonly value: string; readonly onChange: (agent: string) => void },
  label = 'Agent',
) {
  const { agents, onSearch } = useAgentChoices()
  const { value, onChange } = field
  const agent = value || (agents.length === 1 && agents[0]?.value) || ''
  const agentField = (
    <PickOneField
      {...{ label, any: 'Choose an agent', options: agents, onSearch }}
      isRequired
      value={agent}
      onChange={onChange}
    />
  )
  return { agent, agentField }
}

/** So many objects are read to choose from. */
const most = 100

/** The hint of a choice: that there may be more than are listed. `name`: of the objects, such as `agents`. */
export function partHint(listed: readonly unknown[], name: string): string | undefined {
  return listed.length < most ? undefined : `The first ${most} ${name} are listed.`
}
