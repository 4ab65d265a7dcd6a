import { useQuery } from 'urql'
import { AgentNamesDocument } from '../../../generated/console/graphql.ts'
import { given } from '../../data/search.ts'
import { Choice } from '../../forms/filter.tsx'
import { formatEnum } from '../../ui/format.ts'
import styles from './gates-page.module.css'
import { type GatesSearch, gateKinds } from './gates-search.ts'

/** Filters of the list of gates. */
export function GateFilters({
  view: { gate: _, ...view },
  show,
}: {
  readonly view: GatesSearch
  readonly show: (next: GatesSearch) => void
}) {
  const [{ data }] = useQuery({ query: AgentNamesDocument })
  return (
    <div className={styles.filters}>
      <Choice
        label="Status"
        any="Open"
        value={view.show}
        options={[{ value: 'resolved', label: 'Resolved' }]}
        onChange={(which) => show(given({ ...view, show: which }))}
      />
      <Choice
        label="Kind"
        any="Any kind"
        value={view.kind}
        options={gateKinds.map((value) => ({ value, label: formatEnum(value) }))}
        onChange={(kind) => show(given({ ...view, kind }))}
      />
      <Choice
        label="Agent"
        any="Any agent"
        value={view.agent}
        options={(data?.agents.nodes ?? []).map(({ slug, name }) => ({ value: slug, label: name }))}
        onChange={(agent) => show(given({ ...view, agent }))}
      />
    </div>
  )
}
