import { useState } from 'react'
import { RelicEntriesDocument, type RelicEntriesQuery } from '../../../generated/console/graphql.ts'
import { useSession } from '../../data/session.ts'
import { usePages } from '../../data/use-list.ts'
import { useDialog } from '../../forms/ask.tsx'
import { SearchBox } from '../../forms/filter.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatDateTime, formatWhole } from '../../ui/format.ts'
import { JsonView } from '../../ui/json-view.tsx'
import look from '../../ui/look.module.css'
import { Facts } from '../../ui/page.tsx'
import { type Column, column, ListCard, numeric } from '../../ui/table.tsx'
import { Ago } from '../../ui/time.tsx'
import { Pick } from './settings-part.tsx'

type Entry = NonNullable<RelicEntriesQuery['relic']>['entries']['nodes'][number]

/** Entries of a key-value relic, by key. Values are shown to callers that may see them. */
export function EntriesCard(props: { readonly relic: { readonly id: string; readonly name: string } }) {
  const {
    relic: { id, name },
  } = props
  const { may } = useSession()
  const { ask, dialog } = useDialog()
  const [prefix, setPrefix] = useState<string>()
  const variables = { id, prefix: prefix ?? null }
  const { data, error, refresh, after, onTurn } = usePages(RelicEntriesDocument, variables)
  const page = data?.relic?.entries
  const show = (entry: Entry) =>
    ask((onClose) => (
      <Dialog title={entry.key} isOpen onClose={onClose} width={680}>
        <Facts
          of={{
            Stored: formatDateTime(entry.updatedAt),
            Expires: entry.expiresAt ? formatDateTime(entry.expiresAt) : 'Never',
            Size: `${formatWhole(entry.sizeBytes)} bytes`,
          }}
        />
        {may('OPERATOR') ? (
          <JsonView label={`Value of ${entry.key}`} value={entry.value ?? null} />
        ) : (
          <p>Values can contain secrets: operators and administrators see them.</p>
        )}
      </Dialog>
    ))
  const columns: readonly Column<Entry>[] = [
    column('Key', (entry) => (
      <Pick onPick={() => show(entry)}>
        <code>{entry.key}</code>
      </Pick>
    )),
    ...(may('OPERATOR') ? [valueColumn] : []),
    ...shownColumns,
  ]
  return (
    <>
      <ListCard
        title={`Entries of ${name}`}
        label={`Entries of ${name}`}
        aside={
          <>
            <SearchBox
              label="Prefix of keys"
              placeholder="Prefix of the key"
              value={prefix}
              onChange={setPrefix}
            />
            <Button label="Refresh" size="small" onPress={refresh} />
          </>
        }
        columns={columns}
        rows={page?.nodes}
        keyOf={({ key }) => key}
        error={error}
        empty={prefix ? 'No key begins with that.' : 'It holds nothing.'}
        pages={page && { of: page, after, onTurn, words: ['Back', 'Next'] }}
      />
      {dialog}
    </>
  )
}

const valueColumn = column('Value', ({ value }: Entry) => (
  <code className={look.clip}>{JSON.stringify(value)?.slice(0, 200)}</code>
))

const shownColumns: readonly Column<Entry>[] = [
  numeric('Size', ({ sizeBytes }) => `${formatWhole(sizeBytes)} B`),
  numeric('Expires', ({ expiresAt: at }) => (at ? <Ago at={at} /> : 'Never')),
  numeric('Stored', ({ updatedAt }) => <Ago at={updatedAt} />),
]
