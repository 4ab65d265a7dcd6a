import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import {
  DeleteRelicDocument,
  RelicEntriesDocument,
  type RelicEntriesQuery,
  type RelicKind,
  RelicsDocument,
  type RelicWholeFragment,
  SaveRelicDocument,
} from '../../../generated/console/graphql.ts'
import { useSession } from '../../data/session.ts'
import { usePages } from '../../data/use-list.ts'
import { Ask, useDialog } from '../../forms/ask.tsx'
import { SearchBox } from '../../forms/filter.tsx'
import { useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { formatDateTime, formatEnum, formatWhole } from '../../ui/format.ts'
import { anObject, readObject } from '../../ui/json-check.ts'
import { JsonEditor } from '../../ui/json-editor.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import look from '../../ui/look.module.css'
import { Card, Columns, Facts } from '../../ui/page.tsx'
import { Label } from '../../ui/status.tsx'
import { type Column, column, ListCard, numeric } from '../../ui/table.tsx'
import { Ago } from '../../ui/time.tsx'
import { OpenedPanel, Opener, Pick, SettingsPart, useOpened } from './settings-part.tsx'

/** The relics of the project; of the opened one, its settings, its operations and its entries. */
export function RelicsTab() {
  const { may } = useSession()
  const { rows, list, refresh } = usePages(RelicsDocument, {}, ({ relics }) => relics)
  const { ask, remove, dialog } = useDialog(refresh)
  const opened = useOpened(rows)
  const edit = (relic: RelicWholeFragment | null) => ask((onClose) => <RelicForm {...{ relic, onClose }} />)
  const removeRelic = ({ id, name, kind }: RelicWholeFragment) =>
    remove(`“${name}”`, {
      mutation: DeleteRelicDocument,
      input: { id },
      children: `Agents and workflows that use it fail from now on.${kind === 'KEY_VALUE' ? ' All values that it holds are deleted.' : ''}`,
    })
  return (
    <SettingsPart
      text="A relic is a persistent resource that actions use: a key-value store in the database of Rungraph, a PostgreSQL database of yours, or an HTTP API."
      add="Add a data store"
      onAdd={() => edit(null)}
    >
      <ListCard
        label="Data stores"
        columns={columnsOf(opened?.id)}
        {...list}
        empty="There are no data stores."
      />
      <OpenedPanel>
        {opened?.kind === 'KEY_VALUE' && <EntriesCard key={opened.id} relic={opened} />}
        {opened && (
          <Columns min={380}>
            <Card
              title={`Settings of ${opened.name}`}
              aside={
                may('ADMIN') && (
                  <>
                    <Button icon={Pencil} label="Edit" size="small" onPress={() => edit(opened)} />
                    <Button
                      icon={Trash2}
                      label="Delete"
                      size="small"
                      kind="danger"
                      onPress={() => removeRelic(opened)}
                    />
                  </>
                )
              }
            >
              <JsonView
                label={`JSON of the settings of ${opened.name}`}
                value={settingsOf(opened.settings)}
              />
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
      </OpenedPanel>
      {dialog}
    </SettingsPart>
  )
}

const columnsOf = (opened: string | undefined): readonly Column<RelicWholeFragment>[] => [
  column('Name', ({ id, name }) => (
    <Opener tab="relics" {...{ id, opened }}>
      {name}
    </Opener>
  )),
  column('Kind', ({ kind }) => <Label>{nameOfKind(kind)}</Label>),
  column('Reaches', ({ settings }) => <span className={look.code}>{placeOf(settings)}</span>),
  numeric('Operations', ({ operations }) => operations.length),
  numeric('Added', ({ createdAt }) => <Ago at={createdAt} />),
]

function nameOfKind(kind: RelicKind): string {
  return relicKinds.find(({ value }) => value === kind)?.label ?? kind
}

function placeOf(settings: RelicWholeFragment['settings']): string {
  const { env, url, baseUrl } = settingsOf(settings)
  return String(env ?? url ?? baseUrl ?? 'The database of Rungraph')
}

const operationColumns: readonly Column<RelicWholeFragment['operations'][number]>[] = [
  column('Name', ({ name }) => <code className={look.nowrap}>{name}</code>),
  column('Effect', ({ effect }) => <Label>{formatEnum(effect)}</Label>),
  column('What it does', ({ description }) => <span className={look.faint}>{description}</span>),
]

const relicKinds: readonly { readonly value: RelicKind; readonly label: string }[] = [
  { value: 'KEY_VALUE', label: 'Key-value store' },
  { value: 'SQL', label: 'SQL database' },
  { value: 'HTTP', label: 'HTTP API' },
]

/** Initial settings of a new relic. */
const templates: Readonly<Record<RelicKind, object>> = {
  KEY_VALUE: { maxValueBytes: 262144 },
  SQL: { env: 'RELIC_SHOP_URL', schema: 'public', allowWrites: false },
  HTTP: { baseUrl: 'https://api.example.com/v1', methods: ['GET'], paths: ['/'] },
}

const settingsText = (settings: object) => JSON.stringify(settings, null, 2)

/** Creates a relic, or changes its name and settings. */
function RelicForm(props: { readonly relic: RelicWholeFragment | null; readonly onClose: () => void }) {
  const { relic, onClose } = props
  const { values, field, put } = useForm({
    name: relic?.name ?? '',
    kind: relic?.kind ?? 'KEY_VALUE',
    text: settingsText(relic ? settingsOf(relic.settings) : templates.KEY_VALUE),
  })
  const settings = readObject(values.text)
  const name = values.name.trim()
  return (
    <Ask
      title={relic ? `Edit “${relic.name}”` : 'Add a data store'}
      verb={relic ? 'Save' : 'Add'}
      isReady={name !== '' && settings !== null}
      mutation={SaveRelicDocument}
      input={{ name, kind: values.kind, settings, ...(relic && { id: relic.id }) }}
      onClose={onClose}
    >
      <TextField
        isRequired
        label="Name"
        isCode
        {...field('name')}
        autoFocus
        hint="A letter, then letters, digits, _ or -. Plans call an operation as name.operation."
      />
      {!relic && (
        <SelectField
          label="Kind"
          value={values.kind}
          options={relicKinds}
          onChange={(kind) => put({ kind, text: settingsText(templates[kind]) })}
        />
      )}
      <JsonEditor label="Settings" value={values.text} onChange={(text) => put({ text })} schema={anObject} />
      <p>
        They are stored and shown in plain text. Put secrets into variables RELIC_… of the server and name the
        variable here.
      </p>
    </Ask>
  )
}

/** The settings of a relic by the names that `saveRelic` takes, without those that are not given. */
function settingsOf(settings: RelicWholeFragment['settings']): Readonly<Record<string, unknown>> {
  switch (settings.__typename) {
    case 'HttpRelicSettings': {
      const { __typename, kind, headers, ...rest } = settings
      const named = Object.fromEntries(headers.map(({ name, value }) => [name, value]))
      return withoutNulls({ ...rest, headers: named })
    }
    case 'SqlRelicSettings':
    case 'KeyValueRelicSettings': {
      const { __typename, kind, ...rest } = settings
      return withoutNulls(rest)
    }
    default:
      return {}
  }
}

function withoutNulls(fields: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null))
}

type Entry = NonNullable<RelicEntriesQuery['relic']>['entries']['nodes'][number]

/** Entries of a key-value relic, by key. Values are shown to callers that may see them. */
function EntriesCard(props: { readonly relic: { readonly id: string; readonly name: string } }) {
  const {
    relic: { id, name },
  } = props
  const { may } = useSession()
  const { ask, dialog } = useDialog()
  const [prefix, setPrefix] = useState<string>()
  const variables = { id, prefix: prefix ?? null }
  const { list, refresh } = usePages(RelicEntriesDocument, variables, ({ relic }) => relic?.entries)
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
        {...list}
        keyOf={({ key }) => key}
        empty={prefix ? 'No key begins with that.' : 'It holds nothing.'}
        turns={['Back', 'Next']}
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
