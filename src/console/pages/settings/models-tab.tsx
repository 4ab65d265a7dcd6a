import { useNavigate, useSearch } from '@tanstack/react-router'
import { SettingsModelsDocument, type SettingsModelsQuery } from '../../../generated/console/graphql.ts'
import { given, inPlace } from '../../data/search.ts'
import { useList } from '../../data/use-list.ts'
import { Choice, SearchBox } from '../../forms/filter.tsx'
import { formatCost, formatCount, formatEnum, formatWhole } from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import { Label, Status } from '../../ui/status.tsx'
import styles from '../../ui/table.module.css'
import { type Column, column, ListCard, numeric } from '../../ui/table.tsx'
import { Ago } from '../../ui/time.tsx'
import { SettingsPart } from './settings-part.tsx'
import type { SettingsSearch } from './settings-search.ts'

type Model = SettingsModelsQuery['models'][number]
type Provider = SettingsModelsQuery['providers'][number]

/** The providers that the server is set up for, and the models that it knows with their prices. */
export function ModelsTab() {
  const { search, show } = useSearch({ from: '/settings' })
  const navigate = useNavigate({ from: '/settings' })
  const { data, error, refresh } = useList(SettingsModelsDocument, {})
  const isUsable = show === 'USABLE'
  const words = (search ?? '').toLowerCase()
  const models = data?.models.filter(
    ({ name, provider }) => (!isUsable || provider.configured) && name.toLowerCase().includes(words),
  )
  const open = (view: Pick<SettingsSearch, 'search' | 'show'>) =>
    void navigate({ search: { tab: 'models', ...view }, ...inPlace })
  return (
    <SettingsPart text="Prices are in US dollars for a million tokens. No cost includes the calls of a model without a known price: they are shown as not priced. Set its price in a file of RUNGRAPH_MODELS (docs/models.md).">
      <ListCard
        title="Providers"
        label="Providers"
        columns={providerColumns}
        rows={data?.providers}
        keyOf={({ name }) => name}
        error={error}
        retry={refresh}
        empty="There are none."
      />
      <ListCard
        title="Models"
        label="Models"
        aside={
          <>
            <SearchBox
              label="Search models"
              placeholder="Search"
              value={search}
              onChange={(text) => open(given({ show, search: text }))}
            />
            <Choice
              label="Which models"
              any="All known"
              value={isUsable ? 'USABLE' : undefined}
              options={[{ value: 'USABLE', label: 'Usable here' }]}
              onChange={(value) => open(given({ search, show: value }))}
            />
          </>
        }
        columns={modelColumns}
        rows={models}
        keyOf={({ name }) => name}
        empty="No model matches."
      >
        <footer className={`${look.ends} ${look.soft} ${styles.footer}`}>
          {formatWhole(models?.length ?? 0)} in all
        </footer>
      </ListCard>
    </SettingsPart>
  )
}

const providerColumns: readonly Column<Provider>[] = [
  column('Provider', ({ name }) => <span className={look.name}>{name}</span>),
  column('State', ({ configured }) => (
    <Status of={configured ? 'COMPLETED' : 'QUEUED'} label={configured ? 'Set up' : 'Not set up'} />
  )),
  column('Setting', ({ setting }) => (setting ? <code>{setting}</code> : '–')),
  column('Address', ({ baseUrl }) => (baseUrl ? <code>{baseUrl}</code> : '–')),
  column('Credentials', ({ profiles }) => (
    <span className={look.row}>
      {profiles.map(({ number, coolingUntil }) =>
        coolingUntil ? (
          <span key={number} className={look.bad}>
            {number}: refused, tried again <Ago at={coolingUntil} />
          </span>
        ) : (
          <Label key={number}>{number}</Label>
        ),
      )}
    </span>
  )),
]

const price = (usd: string | undefined) => (usd === undefined ? '–' : formatCost(usd))
const size = (tokens: number | null | undefined) => (tokens == null ? '–' : formatCount(tokens))

const modelColumns: readonly Column<Model>[] = [
  column('Model', ({ name, features }) => (
    <div className={look.two}>
      <code>{name}</code>
      {features && features.length > 0 && (
        <span className={look.faint}>{features.map(formatEnum).join(', ')}</span>
      )}
    </div>
  )),
  numeric('Context', ({ contextWindow }) => size(contextWindow)),
  numeric('Output', ({ maxOutputTokens }) => size(maxOutputTokens)),
  numeric('$ in', ({ price: of }) => price(of?.inputPerMillion)),
  numeric('$ cached', ({ price: of }) => price(of?.cachedInputPerMillion)),
  numeric('$ out', ({ price: of }) => price(of?.outputPerMillion)),
  numeric('Prices of', ({ price: of }) => <span className={look.faint}>{of?.version ?? '–'}</span>),
]
