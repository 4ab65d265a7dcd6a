import { Check, ExternalLink, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type GateShownFragment, ResolveGateDocument } from '../../../generated/console/graphql.ts'
import { useAction } from '../../data/use-action.ts'
import {
  type FieldValues,
  initialValues,
  type SchemaField,
  toAnswer,
  toFields,
  wrongFormats,
} from '../../forms/schema-fields.ts'
import { SchemaForm } from '../../forms/schema-form.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { checkJson, isObject, readObject } from '../../ui/json-check.ts'
import { JsonEditor } from '../../ui/json-editor.tsx'
import { LeadingButton } from '../../ui/leading-button.tsx'
import look from '../../ui/look.module.css'
import { Problem } from '../../ui/page.tsx'
import styles from './gates-page.module.css'

type Question = Extract<GateShownFragment['context'], { __typename: 'QuestionContext' }>

interface Props {
  readonly gate: GateShownFragment
  readonly question: Question
  readonly onDecided: () => void
}

/** Where a question is answered: a form by its schema, or an editor where no form can stand for it. */
export function Answer({ gate, question, onDecided }: Props) {
  const fields = useMemo(() => toFields(question.schema), [question.schema])
  const [values, setValues] = useState<FieldValues>(() => initialValues(fields ?? []))
  const [text, setText] = useState('{}')
  const [note, setNote] = useState<string | null>(null)
  // Nobody is told of what is missing before they are done.
  const [isTried, setIsTried] = useState(false)
  const { send, isSending, problem, path } = useAction(ResolveGateDocument)
  const answer = fields ? toAnswer(fields, values) : readObject(text)
  const problems = fields ? problemsOf(fields, answer, question.schema) : {}
  const refused = fields?.find(({ name }) => path?.at(2) === name)

  async function resolve(input: {
    readonly decision: 'ANSWER' | 'REJECT'
    readonly answer?: unknown
    readonly note?: string
  }) {
    if (!isSending && (await send({ input: { id: gate.id, ...input } }))) onDecided()
  }
  function give(): void {
    setIsTried(true)
    if (answer && Object.keys(problems).length === 0) void resolve({ decision: 'ANSWER', answer })
  }

  return (
    <>
      <QuestionText question={question} />
      <section className={`${look.box} ${look.list} ${styles.decision}`} aria-label="Answer">
        {fields ? (
          <SchemaForm
            fields={fields}
            values={values}
            onChange={(name, value) => setValues((now) => ({ ...now, [name]: value }))}
            problems={{ ...(isTried && problems), ...(refused && problem && { [refused.name]: problem }) }}
          />
        ) : (
          <JsonEditor label="Answer" value={text} onChange={setText} schema={question.schema} />
        )}
        {!refused && <Problem error={problem} />}
        {note === null ? (
          <div className={look.row}>
            <LeadingButton
              icon={Check}
              label="Answer"
              kind="primary"
              isPending={isSending}
              isReady={answer !== null}
              onPress={give}
            />
            <Button icon={X} label="Decline" onPress={() => setNote('')} />
          </div>
        ) : (
          <>
            <TextField
              label="Note"
              rows={2}
              autoFocus
              value={note}
              onChange={setNote}
              placeholder="Optional. The call that asked gets it."
            />
            <div className={look.row}>
              <Button
                icon={X}
                label="Decline the question"
                kind="danger"
                isPending={isSending}
                onPress={() => void resolve({ decision: 'REJECT', ...(note.trim() !== '' && { note }) })}
              />
              <Button label="Back to the answer" onPress={() => setNote(null)} />
            </div>
          </>
        )}
        <p className={look.faint}>Answered or declined, the call that asked goes on.</p>
      </section>
    </>
  )
}

/** The question, and the address that is to be opened first. */
export function QuestionText({ question }: { readonly question: Question }) {
  const description = isObject(question.schema) ? question.schema.description : undefined
  return (
    <section className={look.list} aria-label="The question">
      <p className={look.said}>{question.question}</p>
      {typeof description === 'string' && <p className={look.soft}>{description}</p>}
      {question.url && (
        <p className={look.list}>
          <a className={look.underlined} href={question.url} target="_blank" rel="noopener noreferrer">
            <ExternalLink aria-hidden="true" /> Open {hostOf(question.url)}
          </a>
          <span className={`${look.faint} ${look.code}`}>{question.url}</span>
        </p>
      )}
    </section>
  )
}

/** The person sees where the link leads before they open it. */
function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url
}

/** What is wrong with the fields. What no field can be blamed for is left to the server. */
function problemsOf(
  fields: readonly SchemaField[],
  answer: unknown,
  schema: unknown,
): Readonly<Record<string, string>> {
  const missing = fields
    .filter(({ name, isRequired }) => isRequired && isObject(answer) && !(name in answer))
    .map(({ name, label }) => [name, `${label} is needed.`])
  const labels = new Map(fields.map(({ name, label }) => [name, label]))
  const wrong = checkJson(answer, schema).flatMap(({ path: [name], message }) => {
    if (name === undefined) return []
    const label = labels.get(name)
    // The person knows a field by its label.
    return [[name, label && message.startsWith(name) ? label + message.slice(name.length) : message]]
  })
  return Object.fromEntries([...wrong, ...wrongFormats(fields, answer), ...missing])
}
