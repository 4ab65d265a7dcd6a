import { useState } from 'react'
import {
  type RelicKind,
  type RelicWholeFragment,
  SaveRelicDocument,
} from '../../../../generated/console/graphql.ts'
import { useAction } from '../../../data/use-action.ts'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { JsonEditor } from '../../../ui/json-editor.tsx'
import { AskDialog } from '../../run/dialogs/ask-dialog.tsx'
import { anObject, readObject } from '../json-text.ts'
import { settingsOf } from './relic-settings.ts'

const kinds: readonly { readonly value: RelicKind; readonly label: string }[] = [
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
  const [name, setName] = useState(relic?.name ?? '')
  const [kind, setKind] = useState<RelicKind>(relic?.kind ?? 'KEY_VALUE')
  const [text, setText] = useState(toText(relic ? settingsOf(relic.settings) : templates.KEY_VALUE))
  const { send, isSending, problem } = useAction(SaveRelicDocument, 'Relic')
  const settings = readObject(text)
  return (
    <AskDialog
      title={relic ? `Edit “${relic.name}”` : 'Add a relic'}
      verb={relic ? 'Save' : 'Add'}
      isReady={name.trim() !== '' && settings !== null}
      {...{ isSending, problem, onClose }}
      act={async () => {
        const input = { name: name.trim(), kind, settings, ...(relic && { id: relic.id }) }
        if (await send({ input })) onClose()
      }}
    >
      <TextField
        label="Name"
        isCode
        value={name}
        onChange={setName}
        autoFocus
        hint="A letter, then letters, digits, _ or -. Plans call an operation as name.operation."
      />
      {!relic && (
        <SelectField
          label="Kind"
          value={kind}
          options={kinds}
          onChange={(next) => {
            setKind(next)
            setText(toText(templates[next]))
          }}
        />
      )}
      <JsonEditor label="Settings" value={text} onChange={setText} schema={anObject} />
      <p>
        They are stored and shown in plain text. Put secrets into variables RELIC_… of the server and name the
        variable here.
      </p>
    </AskDialog>
  )
}
