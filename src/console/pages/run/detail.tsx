import { Link } from '@tanstack/react-router'
import { formatDateTime, formatEnum } from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import { Empty, Facts, Problem } from '../../ui/page.tsx'
import { Status } from '../../ui/status.tsx'
import { ActionDetail } from './action-detail.tsx'
import { CallDetail } from './call-detail.tsx'
import styles from './detail.module.css'
import type { RunModel, RunOfPage, SpokenText } from './run-model.ts'
import { StepDetail } from './step-detail.tsx'
import { StreamedText } from './streamed-text.tsx'

/** The opened object beside the timeline, by the key of its row: `kind:id`. */
export function Detail({ of: key, model }: { readonly of: string; readonly model: RunModel }) {
  const at = key.indexOf(':')
  const [kind, id] = [key.slice(0, at), key.slice(at + 1)]
  const steps = [...model.steps.values()]
  if (kind === 'step') return <StepDetail id={id} step={steps.find((step) => step.id === id)} />
  if (kind === 'call')
    return (
      <CallDetail id={id} step={steps.find(({ modelCalls }) => modelCalls.some((call) => call.id === id))} />
    )
  if (kind === 'speaking') {
    const call = steps.flatMap(({ modelCalls }) => modelCalls).find(({ messageId }) => messageId === id)
    if (!call) return <SpeakingDetail said={model.texts.get(id)} />
    return <CallDetail id={call.id} step={steps.find(({ modelCalls }) => modelCalls.includes(call))} />
  }
  if (kind === 'action')
    return (
      <ActionDetail
        id={id}
        live={steps.flatMap(({ actions }) => actions).find((action) => action.id === id)}
      />
    )
  if (kind === 'gate') return <GateDetail gate={model.run.gates.find((gate) => gate.id === id)} />
  return <Problem error="The address names nothing of this run." />
}

/** A model call in progress: the text of the model so far. */
function SpeakingDetail({ said }: { readonly said: SpokenText | undefined }) {
  if (!said) return <Empty title="The model has said nothing yet." />
  return (
    <div className={`${look.stack} ${look.headed} ${styles.detail}`}>
      <h2>The model is answering</h2>
      {said.reasoning !== '' && (
        <StreamedText label="Reasoning" text={said.reasoning} isLive={said.answer === ''} />
      )}
      {said.answer !== '' && <StreamedText label="Answer" text={said.answer} isLive />}
    </div>
  )
}

/** A gate of the run: its subject, and the decision. */
function GateDetail({ gate }: { readonly gate: RunOfPage['gates'][number] | undefined }) {
  if (!gate) return <Problem error="There is no such gate in this run." />
  return (
    <div className={`${look.stack} ${look.headed} ${styles.detail}`}>
      <h2>
        {formatEnum(gate.kind)} <Status of={gate.status} />
      </h2>
      <p>{gate.reason}</p>
      <Facts
        of={{
          Opened: formatDateTime(gate.createdAt),
          Expires: gate.expiresAt && formatDateTime(gate.expiresAt),
          Resolved: gate.resolvedAt && formatDateTime(gate.resolvedAt),
          By: gate.resolvedBy,
        }}
      />
      <Link
        className={look.underlined}
        to="/gates"
        search={{ gate: gate.id, ...(gate.status !== 'OPEN' && { show: 'resolved' }) }}
      >
        Open the gate
      </Link>
    </div>
  )
}
