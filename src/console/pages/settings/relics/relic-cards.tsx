import { Pencil, Trash2 } from 'lucide-react'
import type { RelicWholeFragment } from '../../../../generated/console/graphql.ts'
import { useSession } from '../../../data/session-provider.tsx'
import { Button } from '../../../ui/button.tsx'
import { formatEnum } from '../../../ui/format.ts'
import { JsonView } from '../../../ui/json-view.tsx'
import { Card, Columns } from '../../../ui/page.tsx'
import { Label } from '../../../ui/status.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import styles from '../settings-page.module.css'
import { EntriesCard } from './entries-card.tsx'
import { settingsOf } from './relic-settings.ts'

/** A relic in full. */
export function RelicCards({
  relic,
  onEdit,
  onDelete,
}: {
  readonly relic: RelicWholeFragment
  readonly onEdit: () => void
  readonly onDelete: () => void
}) {
  const { may } = useSession()
  return (
    <>
      {relic.kind === 'KEY_VALUE' && <EntriesCard relic={relic} />}
      <Columns min={380}>
        <Card
          title={`Settings of ${relic.name}`}
          aside={
            may('ADMIN') && (
              <>
                <Button size="small" onPress={onEdit}>
                  <Pencil /> Edit
                </Button>
                <Button size="small" kind="danger" onPress={onDelete}>
                  <Trash2 /> Delete
                </Button>
              </>
            )
          }
        >
          <JsonView label={`Settings of ${relic.name}`} value={settingsOf(relic.settings)} />
        </Card>
        <Card title="Operations" isFlush>
          <Table label="Operations" columns={columns} rows={relic.operations} keyOf={({ name }) => name} />
        </Card>
      </Columns>
    </>
  )
}

const columns: readonly Column<RelicWholeFragment['operations'][number]>[] = [
  { name: 'Name', cell: ({ name }) => <code className={`${styles.code} ${styles.nowrap}`}>{name}</code> },
  { name: 'Effect', cell: ({ effect }) => <Label>{formatEnum(effect)}</Label> },
  { name: 'What it does', cell: ({ description }) => <span className={styles.sub}>{description}</span> },
]
