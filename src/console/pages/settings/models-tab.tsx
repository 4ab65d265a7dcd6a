import { useNavigate, useSearch } from '@tanstack/react-router'
import { SettingsModelsDocument, type SettingsModelsQuery } from '../../../generated/console/graphql.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import { formatCost, formatCount, formatEnum, formatWhole } from '../../ui/format.ts'
import { Card } from '../../ui/page.tsx'
import { Empty, Loading, Problem } from '../../ui/states.tsx'
import { Label, Status } from '../../ui/status.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Ago } from '../../ui/time.tsx'
import { Intro } from './intro.tsx'
import styles from './settings-page.module.css'
import { useList } from './use-list.ts'

type Model = SettingsModelsQuery['models'][number]
type Provider = SettingsModelsQuery['providers'][number]

/** The providers that the server is set up for, and the models that it knows with their prices. */
export function ModelsTab() {
  const { search = '', show } = useSearch({ from: '/settings' })
  const navigate = useNavigate({ from: '/settings' })
  const { data, error, refresh } = useList(SettingsModelsDocument, {})
  const usable = (data?.models ?? []).filter(({ provider }) => show !== 'USABLE' || provider.configured)
  const models = usable.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
  const open = (text: string, kind: string | undefined) =>
    void navigate({
      search: { tab: 'models', ...(text && { search: text }), ...(kind === 'USABLE' && { show: kind }) },
      replace: true,
    })
  return (
    <>
      <Intro text="Prices are in US dollars for a million tokens. No cost includes the calls of a model without a known price: they are shown as not priced. Set its price in a file of RUNGRAPH_MODELS (docs/models.md)." />
      <Problem error={error} retry={refresh} />
      <Card title="Providers" isFlush>
        {!data && !error && <Loading rows={4} height={24} />}
        {data && (
          <Table
            label="Providers"
            columns={providerColumns}
            rows={data.providers}
            keyOf={({ name }) => name}
          />
        )}
      </Card>
      <Card
        title="Models"
        isFlush
        aside={
          <>
            <div className={styles.small}>
              <TextField
                label="Search models"
                isBare
                type="search"
                placeholder="Search"
                value={search}
                onChange={(text) => open(text, show)}
              />
            </div>
            <div className={styles.small}>
              <SelectField
                label="Which models"
                isBare
                value={show === 'USABLE' ? 'USABLE' : 'ALL'}
                options={[
                  { value: 'ALL', label: 'All known' },
                  { value: 'USABLE', label: 'Usable here' },
                ]}
                onChange={(kind) => open(search, kind)}
              />
            </div>
          </>
        }
      >
        {!data && !error && <Loading rows={10} height={22} />}
        {data && models.length === 0 && <Empty title="No model matches." />}
        {models.length > 0 && (
          <>
            <Table label="Models" columns={modelColumns} rows={models} keyOf={({ name }) => name} />
            <footer className={styles.footer}>{formatWhole(models.length)} in all</footer>
          </>
        )}
      </Card>
    </>
  )
}

const providerColumns: readonly Column<Provider>[] = [
  { name: 'Provider', cell: ({ name }) => <span className={styles.main}>{name}</span> },
  {
    name: 'State',
    cell: ({ configured }) => (
      <Status of={configured ? 'COMPLETED' : 'QUEUED'} label={configured ? 'Set up' : 'Not set up'} />
    ),
  },
  {
    name: 'Setting',
    cell: ({ setting }) => (setting ? <code className={styles.code}>{setting}</code> : '–'),
  },
  {
    name: 'Address',
    cell: ({ baseUrl }) => (baseUrl ? <code className={styles.code}>{baseUrl}</code> : '–'),
  },
  {
    name: 'Credentials',
    cell: ({ profiles }) => (
      <span className={styles.labels}>
        {profiles.map(({ number, coolingUntil }) =>
          coolingUntil ? (
            <span key={number} className={styles.bad}>
              {number}: refused, tried again <Ago at={coolingUntil} />
            </span>
          ) : (
            <Label key={number}>{number}</Label>
          ),
        )}
      </span>
    ),
  },
]

const price = (usd: string | undefined) => (usd === undefined ? '–' : formatCost(usd))
const size = (tokens: number | null | undefined) => (tokens == null ? '–' : formatCount(tokens))

const modelColumns: readonly Column<Model>[] = [
  {
    name: 'Model',
    cell: ({ name, features }) => (
      <div className={styles.two}>
        <code className={styles.code}>{name}</code>
        {features && features.length > 0 && (
          <span className={styles.sub}>{features.map(formatEnum).join(', ')}</span>
        )}
      </div>
    ),
  },
  { name: 'Context', isNumber: true, cell: ({ contextWindow }) => size(contextWindow) },
  { name: 'Output', isNumber: true, cell: ({ maxOutputTokens }) => size(maxOutputTokens) },
  { name: '$ in', isNumber: true, cell: ({ price: of }) => price(of?.inputPerMillion) },
  { name: '$ cached', isNumber: true, cell: ({ price: of }) => price(of?.cachedInputPerMillion) },
  { name: '$ out', isNumber: true, cell: ({ price: of }) => price(of?.outputPerMillion) },
  {
    name: 'Prices of',
    isNumber: true,
    cell: ({ price: of }) => <span className={styles.sub}>{of?.version ?? '–'}</span>,
  },
]
