import { Link, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import {
  DeleteRelicDocument,
  type RelicKind,
  RelicsDocument,
  type RelicWholeFragment,
} from '../../../../generated/console/graphql.ts'
import { useSession } from '../../../data/session-provider.tsx'
import { useAction } from '../../../data/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/page.tsx'
import { Empty, Loading, Problem } from '../../../ui/states.tsx'
import { Label } from '../../../ui/status.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { Ago } from '../../../ui/time.tsx'
import { AskDialog } from '../../run/dialogs/ask-dialog.tsx'
import { Intro } from '../intro.tsx'
import { Pager } from '../pager.tsx'
import styles from '../settings-page.module.css'
import { useList } from '../use-list.ts'
import { RelicCards } from './relic-cards.tsx'
import { RelicForm } from './relic-form.tsx'
import { settingsOf } from './relic-settings.ts'

type Asked =
  | { readonly what: 'create' }
  | { readonly what: 'edit' | 'delete'; readonly relic: RelicWholeFragment }

/** The relics of the project; of the opened one, its settings, its operations and its entries. */
export function RelicsTab() {
  const { item } = useSearch({ from: '/settings' })
  const { may } = useSession()
  const [after, setAfter] = useState<readonly string[]>([])
  const { data, error, refresh } = useList(RelicsDocument, { after: after.at(-1) ?? null })
  const [asked, setAsked] = useState<Asked | null>(null)
  const relics = data?.relics.nodes ?? []
  const opened = relics.find(({ id }) => id === item) ?? relics[0]
  const close = () => {
    setAsked(null)
    refresh()
  }
  return (
    <>
      <Intro text="A persistent resource that actions use: a key-value store in the database of Rungraph, a PostgreSQL database of yours, or an HTTP API.">
        {may('ADMIN') && (
          <Button kind="primary" onPress={() => setAsked({ what: 'create' })}>
            <Plus /> Add a relic
          </Button>
        )}
      </Intro>
      <Problem error={error} retry={refresh} />
      <Card isFlush>
        {!data && !error && <Loading rows={3} height={26} />}
        {data?.relics.totalCount === 0 && <Empty title="There are no relics." />}
        {relics.length > 0 && (
          <Table label="Relics" columns={columnsFor(opened?.id)} rows={relics} keyOf={({ id }) => id} />
        )}
        {data && <Pager of={data.relics} after={after} onTurn={setAfter} />}
      </Card>
      {opened && (
        <RelicCards
          key={opened.id}
          relic={opened}
          onEdit={() => setAsked({ what: 'edit', relic: opened })}
          onDelete={() => setAsked({ what: 'delete', relic: opened })}
        />
      )}
      {asked?.what === 'create' && <RelicForm relic={null} onClose={close} />}
      {asked?.what === 'edit' && <RelicForm relic={asked.relic} onClose={close} />}
      {asked?.what === 'delete' && <DeleteDialog relic={asked.relic} onClose={close} />}
    </>
  )
}

const relicKinds: Readonly<Record<RelicKind, string>> = {
  KEY_VALUE: 'Key-value store',
  SQL: 'SQL database',
  HTTP: 'HTTP API',
}

const columnsFor = (opened: string | undefined): readonly Column<RelicWholeFragment>[] => [
  {
    name: 'Name',
    cell: ({ id, name }) => (
      <Link
        to="/settings"
        search={{ tab: 'relics', item: id }}
        aria-current={id === opened}
        className={styles.main}
      >
        {name}
      </Link>
    ),
  },
  { name: 'Kind', cell: ({ kind }) => <Label>{relicKinds[kind]}</Label> },
  { name: 'Reaches', cell: ({ settings }) => <span className={styles.code}>{placeOf(settings)}</span> },
  { name: 'Operations', isNumber: true, cell: ({ operations }) => operations.length },
  { name: 'Added', isNumber: true, cell: ({ createdAt }) => <Ago at={createdAt} /> },
]

function placeOf(settings: RelicWholeFragment['settings']): string {
  const { env, url, baseUrl } = settingsOf(settings)
  return String(env ?? url ?? baseUrl ?? 'The database of Rungraph')
}

function DeleteDialog({
  relic,
  onClose,
}: {
  readonly relic: RelicWholeFragment
  readonly onClose: () => void
}) {
  const { send, isSending, problem } = useAction(DeleteRelicDocument, 'DeletedRelic')
  return (
    <AskDialog
      title={`Delete “${relic.name}”`}
      verb="Delete"
      isDanger
      {...{ isSending, problem, onClose }}
      act={async () => {
        if (await send({ input: { id: relic.id } })) onClose()
      }}
    >
      <p>
        Agents and workflows that use it fail from now on.
        {relic.kind === 'KEY_VALUE' && ' All values that it holds are deleted.'}
      </p>
    </AskDialog>
  )
}
