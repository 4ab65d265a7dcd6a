import {
  type AgentShownFragment,
  TriggerRunDocument,
  type TriggerRunInput,
} from '../../../generated/console/graphql.ts'
import { useAction } from '../../data/use-action.ts'
import { AskDialog } from '../../forms/ask.tsx'
import { type PricingChoice, PricingField } from '../../forms/pricing-field.tsx'
import { toTags, useForm } from '../../forms/use-form.ts'
import { fromLocalText, toIso } from '../../period/calendar.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FilesField } from '../../ui/files-field.tsx'
import { anObject, parseJson } from '../../ui/json-check.ts'
import { JsonEditor } from '../../ui/json-editor.tsx'
import look from '../../ui/look.module.css'
import { shownZone } from '../../ui/zone.ts'
import styles from './agent-page.module.css'
import { NumberField } from './form-fields.tsx'

/** Values of the form: texts and numbers as they are typed. */
interface Form {
  readonly input: string
  readonly files: readonly File[]
  readonly sessionKey: string
  readonly tags: string
  readonly idempotencyKey: string
  readonly maxSteps: number | null
  /** In seconds. */
  readonly timeoutMs: number | null
  readonly maxTokens: number | null
  readonly maxCostUsd: string
  readonly priority: number | null
  readonly startAt: string
  readonly pricing: PricingChoice
  readonly context: string
  readonly metadata: string
  readonly plan: string
}

const empty: Form = {
  files: [],
  ...{ input: '', sessionKey: '', tags: '', idempotencyKey: '', maxCostUsd: '', startAt: '', pricing: '' },
  ...{ maxSteps: null, timeoutMs: null, maxTokens: null, priority: null },
  ...{ context: '', metadata: '', plan: '' },
}

interface Props {
  readonly agent: AgentShownFragment
  readonly onClose: () => void
  /** Called with the id of the run that was started. */
  readonly onRun: (id: string) => void
}

/** Starts a run of an agent: its input, and the options that people use. */
export function TriggerDialog({ agent, onClose, onRun }: Props) {
  const action = useAction(TriggerRunDocument)
  const { values, field, put, problem } = useForm(empty, action)
  const texts = [values.context, values.metadata, values.plan]
  const limit = (name: 'maxSteps' | 'timeoutMs' | 'maxTokens') => ({
    ...field(name),
    placeholder: 'as the agent says',
  })

  async function trigger(): Promise<void> {
    const started = await action.send({ input: toInput(agent.slug, values) })
    if (started) onRun(started.id)
  }

  return (
    <AskDialog
      title={`Trigger ${agent.name}`}
      verb="Trigger"
      width={640}
      isReady={texts.every((text) => text.trim() === '' || parseJson(text) !== undefined)}
      isSending={action.isSending}
      problem={problem}
      act={trigger}
      onClose={onClose}
    >
      <TextField label="Input" rows={5} autoFocus {...field('input')} />
      <FilesField {...field('files')} />
      <div className={look.fields}>
        <TextField
          label="Session"
          {...field('sessionKey')}
          hint="Key of the conversation that it continues."
        />
        <TextField label="Tags" {...field('tags')} hint="Separated by commas." />
      </div>
      <details className={look.fold}>
        <summary>Limits, time and data</summary>
        <div className={look.list}>
          <div className={look.fields}>
            <NumberField label="Steps" {...limit('maxSteps')} />
            <NumberField label="Time, in seconds" {...limit('timeoutMs')} />
            <TextField label="Cost, in US dollars" placeholder="as the agent says" {...field('maxCostUsd')} />
            <NumberField label="Tokens" {...limit('maxTokens')} />
            <NumberField
              label="Priority"
              placeholder="0"
              {...field('priority')}
              hint="From -100 to 100: the highest starts first."
            />
            <TextField
              label="Not before"
              type="datetime-local"
              {...field('startAt')}
              hint={`By the clocks of ${shownZone()}.`}
            />
            <PricingField {...field('pricing')} />
            <TextField
              label="Idempotency key"
              {...field('idempotencyKey')}
              hint="The same key again gives the same run."
            />
          </div>
          <div className={look.row}>
            <Data label="Context" value={values.context} onChange={(context) => put({ context })} />
            <Data label="Metadata" value={values.metadata} onChange={(metadata) => put({ metadata })} />
            {agent.planner === 'PLAN' && (
              <Data label="Plan of the first step" value={values.plan} onChange={(plan) => put({ plan })} />
            )}
          </div>
        </div>
      </details>
    </AskDialog>
  )
}

function Data(props: {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
}) {
  const { label, value, onChange } = props
  if (value === '')
    return <Button label={`Add ${label.toLowerCase()}`} size="small" onPress={() => onChange('{\n  \n}')} />
  return (
    <div className={`${look.list} ${styles.line}`}>
      <strong>{label}</strong>
      <JsonEditor label={label} value={value} onChange={onChange} schema={anObject} />
    </div>
  )
}

/** The fields that were filled in; the others are left to the agent and the project. */
function toInput(agent: string, form: Form): TriggerRunInput {
  const tags = toTags(form.tags)
  const startAt = fromLocalText(form.startAt, shownZone())
  return {
    agent,
    input: form.input,
    ...(form.files.length > 0 && { files: form.files.map((upload) => ({ upload })) }),
    ...(form.sessionKey && { sessionKey: form.sessionKey }),
    ...(tags.length > 0 && { tags }),
    ...(form.idempotencyKey && { idempotencyKey: form.idempotencyKey }),
    ...(form.maxSteps !== null && { maxSteps: form.maxSteps }),
    ...(form.timeoutMs !== null && { timeoutMs: Math.round(form.timeoutMs * 1_000) }),
    ...(form.maxTokens !== null && { maxTokens: form.maxTokens }),
    ...(form.maxCostUsd && { maxCostUsd: form.maxCostUsd }),
    ...(form.priority !== null && { priority: form.priority }),
    ...(startAt !== undefined && { startAt: toIso(startAt) }),
    ...(form.pricing && { pricing: form.pricing }),
    ...(form.context.trim() && { context: parseJson(form.context) }),
    ...(form.metadata.trim() && { metadata: parseJson(form.metadata) }),
    ...(form.plan.trim() && { plan: parseJson(form.plan) }),
  }
}
