import { Pencil, Trash2 } from 'lucide-react'
import {
  DeleteRelicDocument,
  type RelicKind,
  RelicsDocument,
  type RelicWholeFragment,
} from '../../../generated/console/graphql.ts'
import { useSession } from '../../data/session.ts'
import { usePages } from '../../data/use-list.ts'
import { Ask } from '../../forms/ask.tsx'
import { useDialog } from '../../forms/use-dialog.ts'
import { Button } from '../../ui/button.tsx'
import { formatEnum } from '../../ui/format.ts'
import { JsonView } from '../../ui/json-view.tsx'
import look from '../../ui/look.module.css'
import { Card, Columns } from '../../ui/page.tsx'
import { Label } from '../../ui/status.tsx'
import { type Column, ListCard } from '../../ui/table.tsx'
import { Ago } from '../../ui/time.tsx'
import { EntriesCard } from './entries-card.tsx'
import { RelicForm, relicKinds } from './relic-form.tsx'
import { settingsOf } from './relic-settings.ts'
import { Opener, SettingsPart, useOpened } from './settings-part.tsx'

/** The relics of the project; of the opened one, its settings, its operations and its entries. */
export function RelicsTab() {
  const { may } = useSession()
  const { data, error, refresh, after, onTurn } = usePages(RelicsDocument, {})
  const { ask, dialog } = useDialog(refresh)
  const page = data?.relics
  const opened = useOpened(page?.nodes)
  const edit = (relic: RelicWholeFragment | null) => ask((onClose) => <RelicForm {...{ relic, onClose }} />)
  const remove = ({ id, name, kind }: RelicWholeFragment) =>
    ask((onClose) => (
      <Ask
        title={`Delete “${name}”`}
        verb="Delete"
        isDanger
        mutation={DeleteRelicDocument}
        input={{ id }}
        onClose={onClose}
      >
        <p>
          Agents and workflows that use it fail from now on.
          {kind === 'KEY_VALUE' && ' All values that it holds are deleted.'}
        </p>
      </Ask>
    ))
  return (
    <SettingsPart
      text="A persistent resource that actions use: a key-value store in the database of Rungraph, a PostgreSQL database of yours, or an HTTP API."
      add="Add a relic"
      onAdd={() => edit(null)}
    >
      <ListCard
        label="Relics"
        columns={columnsOf(opened?.id)}
        rows={page?.nodes}
        error={error}
        retry={refresh}
        empty="There are no relics."
        pages={page && { of: page, after, onTurn }}
      />
      {opened?.kind === 'KEY_VALUE' && <EntriesCard key={opened.id} relic={opened} />}
      {opened && (
        <Columns min={380}>
          <Card
            title={`Settings of ${opened.name}`}
            aside={
              may('ADMIN') && (
                <>
                  <Button size="small" onPress={() => edit(opened)}>
                    <Pencil /> Edit
                  </Button>
                  <Button size="small" kind="danger" onPress={() => remove(opened)}>
                    <Trash2 /> Delete
                  </Button>
                </>
              )
            }
          >
            <JsonView label={`Settings of ${opened.name}`} value={settingsOf(opened.settings)} />
          </Card>
          <ListCard
            title="Operations"
            label="Operations"
            columns={operationColumns}
            rows={opened.operations}
            keyOf={({ name }) => name}
            empty="It has none."
          />
        </Columns>
      )}
      {dialog}
    </SettingsPart>
  )
}

const columnsOf = (opened: string | undefined): readonly Column<RelicWholeFragment>[] => [
  {
    name: 'Name',
    cell: ({ id, name }) => (
      <Opener tab="relics" {...{ id, opened }}>
        {name}
      </Opener>
    ),
  },
  { name: 'Kind', cell: ({ kind }) => <Label>{nameOfKind(kind)}</Label> },
  { name: 'Reaches', cell: ({ settings }) => <span className={look.code}>{placeOf(settings)}</span> },
  { name: 'Operations', isNumber: true, cell: ({ operations }) => operations.length },
  { name: 'Added', isNumber: true, cell: ({ createdAt }) => <Ago at={createdAt} /> },
]

function nameOfKind(kind: RelicKind): string {
  return relicKinds.find(({ value }) => value === kind)?.label ?? kind
}

function placeOf(settings: RelicWholeFragment['settings']): string {
  const { env, url, baseUrl } = settingsOf(settings)
  return String(env ?? url ?? baseUrl ?? 'The database of Rungraph')
}

const operationColumns: readonly Column<RelicWholeFragment['operations'][number]>[] = [
  { name: 'Name', cell: ({ name }) => <code className={look.nowrap}>{name}</code> },
  { name: 'Effect', cell: ({ effect }) => <Label>{formatEnum(effect)}</Label> },
  { name: 'What it does', cell: ({ description }) => <span className={look.faint}>{description}</span> },
]
