import {
  type RelicKind,
  type RelicWholeFragment,
  SaveRelicDocument,
} from '../../../generated/console/graphql.ts'
import { Ask } from '../../forms/ask.tsx'
import { useForm } from '../../forms/use-form.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import { anObject, readObject } from '../../ui/json-check.ts'
import { JsonEditor } from '../../ui/json-editor.tsx'
import { settingsOf } from './relic-settings.ts'

export const relicKinds: readonly { readonly value: RelicKind; readonly label: string }[] = [
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

const toText = (settings: object) => JSON.stringify(settings, null, 2)

/** Creates a relic, or changes its name and settings. */
export function RelicForm({
  relic,
  onClose,
}: {
  readonly relic: RelicWholeFragment | null
  readonly onClose: () => void
}) {
  const { values, field, put } = useForm({
    name: relic?.name ?? '',
    kind: relic?.kind ?? 'KEY_VALUE',
    text: toText(relic ? settingsOf(relic.settings) : templates.KEY_VALUE),
  })
  const settings = readObject(values.text)
  const name = values.name.trim()
  return (
    <Ask
      title={relic ? `Edit “${relic.name}”` : 'Add a relic'}
      verb={relic ? 'Save' : 'Add'}
      isReady={name !== '' && settings !== null}
      mutation={SaveRelicDocument}
      input={{ name, kind: values.kind, settings, ...(relic && { id: relic.id }) }}
      onClose={onClose}
    >
      <TextField
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
          onChange={(kind) => put({ kind, text: toText(templates[kind]) })}
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
