import { useState } from 'react'
import { RelicEntriesDocument, type RelicEntriesQuery } from '../../../../generated/console/graphql.ts'
import { useSession } from '../../../data/session-provider.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { formatDateTime, formatWhole } from '../../../ui/format.ts'
import { JsonView } from '../../../ui/json-view.tsx'
import { Card, Facts } from '../../../ui/page.tsx'
import { PageTurner } from '../../../ui/page-turner.tsx'
import { Empty, Loading, Problem } from '../../../ui/states.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { Ago } from '../../../ui/time.tsx'
import styles from '../settings-page.module.css'
import { useList } from '../use-list.ts'

type Entry = NonNullable<RelicEntriesQuery['relic']>['entries']['nodes'][number]

/** Entries of a key-value relic, by key. Values are shown to callers that may see them. */
export function EntriesCard({
  relic: { id, name },
}: {
  readonly relic: { readonly id: string; readonly name: string }
}) {
  const { may } = useSession()
  const [prefix, setPrefix] = useState('')
  const [after, setAfter] = useState<readonly string[]>([])
  const [opened, setOpened] = useState<Entry | null>(null)
  const variables = { id, prefix: prefix || null, after: after.at(-1) ?? null }
  const { data, error, refresh } = useList(RelicEntriesDocument, variables)
  const page = data?.relic?.entries
  const columns: readonly Column<Entry>[] = [
    {
      name: 'Key',
      cell: (entry) => (
        <button type="button" className={styles.pick} onClick={() => setOpened(entry)}>
          <code className={styles.code}>{entry.key}</code>
        </button>
      ),
    },
    ...(may('OPERATOR') ? [valueColumn] : []),
    ...shownColumns,
  ]
  return (
    <Card
      title={`Entries of ${name}`}
      isFlush
      aside={
        <>
          <div className={styles.small}>
            <TextField
              label="Prefix of keys"
              isBare
              type="search"
              placeholder="Prefix of the key"
              value={prefix}
              onChange={(text) => {
                setAfter([])
                setPrefix(text)
              }}
            />
          </div>
          <Button size="small" onPress={refresh}>
            Refresh
          </Button>
        </>
      }
    >
      <Problem error={error} />
      {!page && !error && <Loading rows={4} height={24} />}
      {page?.nodes.length === 0 && (
        <Empty title={prefix ? 'No key begins with that.' : 'It holds nothing.'} />
      )}
      {page && page.nodes.length > 0 && (
        <>
          <Table label={`Entries of ${name}`} columns={columns} rows={page.nodes} keyOf={({ key }) => key} />
          <PageTurner of={page} after={after} onTurn={setAfter} />
        </>
      )}
      {opened && (
        <Dialog title={opened.key} isOpen onClose={() => setOpened(null)} width={680}>
          <Facts
            of={[
              ['Stored', formatDateTime(opened.updatedAt)],
              ['Expires', opened.expiresAt ? formatDateTime(opened.expiresAt) : 'Never'],
              ['Size', `${formatWhole(opened.sizeBytes)} bytes`],
            ]}
          />
          {may('OPERATOR') ? (
            <JsonView label={`Value of ${opened.key}`} value={opened.value ?? null} />
          ) : (
            <p>Values can contain secrets: operators and administrators see them.</p>
          )}
        </Dialog>
      )}
    </Card>
  )
}

const valueColumn: Column<Entry> = {
  name: 'Value',
  cell: ({ value }) => (
    <code className={`${styles.code} ${styles.clip}`}>{JSON.stringify(value)?.slice(0, 200)}</code>
  ),
}

const shownColumns: readonly Column<Entry>[] = [
  { name: 'Size', isNumber: true, cell: ({ sizeBytes }) => `${formatWhole(sizeBytes)} B` },
  {
    name: 'Expires',
    isNumber: true,
    cell: ({ expiresAt }) => (expiresAt ? <Ago at={expiresAt} /> : 'Never'),
  },
  { name: 'Stored', isNumber: true, cell: ({ updatedAt }) => <Ago at={updatedAt} /> },
]
