import { useQuery } from 'urql'
import { AgentNamesDocument, type GateKind } from '../../../generated/console/graphql.ts'
import { SelectField } from '../../ui/field.tsx'
import { formatEnum } from '../../ui/format.ts'
import styles from './gates-page.module.css'
import { type GatesSearch, gateKinds } from './gates-search.ts'

/** Filters of the list of gates. */
export function GateFilters({
  view,
  show,
}: {
  readonly view: GatesSearch
  readonly show: (next: GatesSearch) => void
}) {
  const [{ data }] = useQuery({ query: AgentNamesDocument })
  const agents = data?.agents.nodes ?? []
  const { gate: _, ...now } = view
  return (
    <div className={styles.filters}>
      <SelectField
        label="Status"
        isBare
        value={view.show ?? 'open'}
        options={[
          { value: 'open', label: 'Open' },
          { value: 'resolved', label: 'Resolved' },
        ]}
        onChange={(value) => {
          const { show: _, ...rest } = now
          show(value === 'resolved' ? { ...rest, show: 'resolved' } : rest)
        }}
      />
      <SelectField<GateKind | 'ANY'>
        label="Kind"
        isBare
        value={view.kind ?? 'ANY'}
        options={[
          { value: 'ANY', label: 'Any kind' },
          ...gateKinds.map((value) => ({ value, label: formatEnum(value) })),
        ]}
        onChange={(value) => {
          const { kind: _, ...rest } = now
          show(value === 'ANY' ? rest : { ...rest, kind: value })
        }}
      />
      <SelectField
        label="Agent"
        isBare
        value={view.agent ?? ''}
        options={[
          { value: '', label: 'Any agent' },
          ...agents.map(({ slug, name }) => ({ value: slug, label: name })),
        ]}
        onChange={(value) => {
          const { agent: _, ...rest } = now
          show(value === '' ? rest : { ...rest, agent: value })
        }}
      />
    </div>
  )
}
