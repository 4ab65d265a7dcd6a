import { useState } from 'react'
import {
  type AgentShownFragment,
  TriggerRunDocument,
  type TriggerRunInput,
} from '../../../generated/console/graphql.ts'
import { useAction } from '../../data/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { parseJson } from '../../ui/json-check.ts'
import { JsonEditor } from '../../ui/json-editor.tsx'
import { Problem } from '../../ui/states.tsx'
import styles from './agent-page.module.css'
import { NumberField } from './form-fields.tsx'

/** Values of the form: texts and numbers as they are typed. */
interface Form {
  readonly input: string
  readonly sessionKey: string
  readonly tags: string
  readonly idempotencyKey: string
  readonly maxSteps: number | null
  readonly timeoutS: number | null
  readonly maxTokens: number | null
  readonly maxCostUsd: string
  readonly priority: number | null
  readonly startAt: string
  readonly context: string
  readonly metadata: string
  readonly plan: string
}

const empty: Form = {
  ...{ input: '', sessionKey: '', tags: '', idempotencyKey: '', maxCostUsd: '', startAt: '' },
  ...{ maxSteps: null, timeoutS: null, maxTokens: null, priority: null },
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
  const [form, setForm] = useState(empty)
  const { send, isSending, problem, path } = useAction(TriggerRunDocument, 'Run')
  const set = (fields: Partial<Form>) => setForm((now) => ({ ...now, ...fields }))
  const texts = [form.context, form.metadata, form.plan]
  const isReady = texts.every((text) => text.trim() === '' || parseJson(text) !== undefined)
  const problemOf = (field: string) => (path?.includes(field) ? problem : null)

  async function trigger(): Promise<void> {
    const started = await send({ input: toInput(agent.slug, form) })
    if (started) onRun(started.id)
  }

  return (
    <Dialog
      title={`Trigger ${agent.name}`}
      isOpen
      width={640}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" isDisabled={!isReady} isPending={isSending} onPress={() => void trigger()}>
            Trigger
          </Button>
        </>
      }
    >
      <TextField
        label="Input"
        rows={5}
        autoFocus
        value={form.input}
        onChange={(input) => set({ input })}
        problem={problemOf('input') && path?.at(-1) === 'input' ? problem : null}
      />
      <div className={styles.fields}>
        <TextField
          label="Session"
          value={form.sessionKey}
          onChange={(sessionKey) => set({ sessionKey })}
          hint="Key of the conversation that it continues."
          problem={problemOf('sessionKey')}
        />
        <TextField
          label="Tags"
          value={form.tags}
          onChange={(tags) => set({ tags })}
          hint="Separated by commas."
          problem={problemOf('tags')}
        />
      </div>
      <details className={styles.options}>
        <summary className={styles.summary}>Limits, time and data</summary>
        <div className={styles.fields}>
          <NumberField
            label="Steps"
            placeholder="as the agent says"
            value={form.maxSteps}
            onChange={(maxSteps) => set({ maxSteps })}
            problem={problemOf('maxSteps')}
          />
          <NumberField
            label="Time, in seconds"
            placeholder="as the agent says"
            value={form.timeoutS}
            onChange={(timeoutS) => set({ timeoutS })}
            problem={problemOf('timeoutMs')}
          />
          <TextField
            label="Cost, in US dollars"
            placeholder="as the agent says"
            value={form.maxCostUsd}
            onChange={(maxCostUsd) => set({ maxCostUsd })}
            problem={problemOf('maxCostUsd')}
          />
          <NumberField
            label="Tokens"
            placeholder="as the agent says"
            value={form.maxTokens}
            onChange={(maxTokens) => set({ maxTokens })}
            problem={problemOf('maxTokens')}
          />
          <NumberField
            label="Priority"
            placeholder="0"
            value={form.priority}
            onChange={(priority) => set({ priority })}
            hint="From -100 to 100: the highest starts first."
            problem={problemOf('priority')}
          />
          <TextField
            label="Not before"
            type="datetime-local"
            value={form.startAt}
            onChange={(startAt) => set({ startAt })}
            problem={problemOf('startAt')}
          />
          <TextField
            label="Idempotency key"
            value={form.idempotencyKey}
            onChange={(idempotencyKey) => set({ idempotencyKey })}
            hint="The same key again gives the same run."
            problem={problemOf('idempotencyKey')}
          />
        </div>
        <div className={styles.data}>
          <Data label="Context" value={form.context} onChange={(context) => set({ context })} />
          <Data label="Metadata" value={form.metadata} onChange={(metadata) => set({ metadata })} />
          {agent.planner === 'PLAN' && (
            <Data label="Plan of the first step" value={form.plan} onChange={(plan) => set({ plan })} />
          )}
        </div>
      </details>
      {!(path && shownFields.some((field) => path.includes(field))) && <Problem error={problem} />}
    </Dialog>
  )
}

const shownFields = [
  ...['sessionKey', 'tags', 'maxSteps', 'timeoutMs', 'maxCostUsd', 'maxTokens', 'priority', 'startAt'],
  'idempotencyKey',
]

const anObject = { type: 'object' }

function Data({
  label,
  value,
  onChange,
}: {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
}) {
  if (value === '')
    return (
      <Button size="small" onPress={() => onChange('{\n  \n}')}>
        Add {label.toLowerCase()}
      </Button>
    )
  return (
    <div className={styles.stackSmall}>
      <span className={styles.fieldLabel}>{label}</span>
      <JsonEditor label={label} value={value} onChange={onChange} schema={anObject} />
    </div>
  )
}

/** The fields that were filled in; the others are left to the agent and the project. */
function toInput(agent: string, form: Form): TriggerRunInput {
  const tags = form.tags
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)
  return {
    agent,
    input: form.input,
    ...(form.sessionKey && { sessionKey: form.sessionKey }),
    ...(tags.length > 0 && { tags }),
    ...(form.idempotencyKey && { idempotencyKey: form.idempotencyKey }),
    ...(form.maxSteps !== null && { maxSteps: form.maxSteps }),
    ...(form.timeoutS !== null && { timeoutMs: Math.round(form.timeoutS * 1_000) }),
    ...(form.maxTokens !== null && { maxTokens: form.maxTokens }),
    ...(form.maxCostUsd && { maxCostUsd: form.maxCostUsd }),
    ...(form.priority !== null && { priority: form.priority }),
    ...(form.startAt && { startAt: new Date(form.startAt).toISOString() }),
    ...(form.context.trim() && { context: parseJson(form.context) }),
    ...(form.metadata.trim() && { metadata: parseJson(form.metadata) }),
    ...(form.plan.trim() && { plan: parseJson(form.plan) }),
  }
}
