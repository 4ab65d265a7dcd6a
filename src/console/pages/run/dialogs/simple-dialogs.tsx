import { useState } from 'react'
import {
  AbortRunDocument,
  ReplayRunDocument,
  type ReplayTools,
  RetryRunDocument,
  SteerRunDocument,
} from '../../../../generated/console/graphql.ts'
import { useAction } from '../../../data/use-action.ts'
import { SelectField, TextField } from '../../../ui/field.tsx'
import type { RunOfPage } from '../run-model.ts'
import { AskDialog } from './ask-dialog.tsx'

interface Props {
  readonly run: RunOfPage
  readonly onClose: () => void
}

interface NewRunProps extends Props {
  /** Called with the id of the run that was started. */
  readonly onRun: (id: string) => void
}

export function AbortDialog({ run: { id }, onClose }: Props) {
  const [reason, setReason] = useState('')
  const { send, isSending, problem } = useAction(AbortRunDocument, 'Run')
  return (
    <AskDialog
      title="Abort the run"
      verb="Abort"
      isDanger
      {...{ isSending, problem, onClose }}
      act={async () => {
        if (await send({ input: { id, ...(reason !== '' && { reason }) } })) onClose()
      }}
    >
      <p>The run and its children end as cancelled. Actions that are under way are stopped.</p>
      <TextField label="Reason" value={reason} onChange={setReason} autoFocus hint="Shown with the run." />
    </AskDialog>
  )
}

export function SteerDialog({ run: { id }, onClose }: Props) {
  const [message, setMessage] = useState('')
  const { send, isSending, problem } = useAction(SteerRunDocument, 'Run')
  return (
    <AskDialog
      title="Steer the run"
      verb="Send"
      isReady={message.trim() !== ''}
      {...{ isSending, problem, onClose }}
      act={async () => {
        if (await send({ input: { id, message } })) onClose()
      }}
    >
      <p>The model reads your message before its next step.</p>
      <TextField label="Message" rows={4} value={message} onChange={setMessage} autoFocus />
    </AskDialog>
  )
}

export function RetryDialog({ run: { id, input }, onClose, onRun }: NewRunProps) {
  const { send, isSending, problem } = useAction(RetryRunDocument, 'Run')
  return (
    <AskDialog
      title="Retry the run"
      verb="Retry"
      {...{ isSending, problem, onClose }}
      act={async () => {
        const started = await send({ input: { id } })
        if (started) onRun(started.id)
      }}
    >
      <p>A new run starts with the same agent and the same input: “{input.slice(0, 160)}”.</p>
    </AskDialog>
  )
}

const tools: readonly { readonly value: ReplayTools; readonly label: string }[] = [
  { value: 'RECORDED', label: 'Recorded: tools answer what they answered' },
  { value: 'LIVE', label: 'Live: tools are called again' },
]

export function ReplayDialog({ run: { id }, onClose, onRun }: NewRunProps) {
  const [mode, setMode] = useState<ReplayTools>('RECORDED')
  const { send, isSending, problem } = useAction(ReplayRunDocument, 'Run')
  return (
    <AskDialog
      title="Replay the run"
      verb="Replay"
      {...{ isSending, problem, onClose }}
      act={async () => {
        const started = await send({ input: { id, tools: mode } })
        if (started) onRun(started.id)
      }}
    >
      <p>
        A new run takes what the models answered from the record, so that it costs nothing and goes the same
        way.
      </p>
      <SelectField label="Tools" value={mode} options={tools} onChange={setMode} />
    </AskDialog>
  )
}
