import { useNavigate } from '@tanstack/react-router'
import {
  Ban,
  Database,
  Download,
  GitCompare,
  GitFork,
  type LucideIcon,
  MessageSquarePlus,
  Play,
  Rewind,
  RotateCcw,
  Tag,
  Trash2,
} from 'lucide-react'
import { memo, useState } from 'react'
import {
  AbortRunDocument,
  ForkRunDocument,
  ReplayRunDocument,
  type ReplayTools,
  ResumeRunDocument,
  RetryRunDocument,
  SteerRunDocument,
} from '../../../generated/console/graphql.ts'
import { given, number, numberProblem, text } from '../../data/search.ts'
import { useSession } from '../../data/session.ts'
import { Ask } from '../../forms/ask.tsx'
import { DataSetDialog } from '../../forms/data-set-dialog.tsx'
import { useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Menu, type MenuChoice } from '../../ui/menu.tsx'
import { CompareDialog, DeleteDialog, DownloadDialog, TagsDialog } from './keep-dialogs.tsx'
import { isAtRest, type RunAndSteps, type RunOfPage, stepsInOrder } from './run-model.ts'

type DialogName = RunDialogName | 'download' | 'tags' | 'data-set' | 'delete'

type RunDialogName = 'abort' | 'steer' | 'resume' | 'fork' | 'retry' | 'replay' | 'compare'

/** Actions on a run, as far as its status, its place and the caller's role allow. */
export const RunActions = memo(function RunActions({ run, steps }: RunAndSteps) {
  const { may } = useSession()
  const [dialog, setDialog] = useState<DialogName | null>(null)
  const navigate = useNavigate()
  const mayAct = may('OPERATOR')
  const isActive = !isAtRest(run)
  // The parent of a child that was paused has continued without it.
  const isPaused = run.status === 'PAUSED' && !run.parent
  // It is what most people want of a run that has failed: it stands in sight, and not in the menu.
  const isRetryInSight = run.status === 'FAILED' || run.status === 'CANCELLED'
  const isOfWorkflow = run.workflow !== null
  const onClose = () => setDialog(null)
  const onRun = ({ id }: { readonly id: string }) => {
    onClose()
    void navigate({ to: '/runs/$runId', params: { runId: id } })
  }
  const choice = (id: DialogName, label: string, icon: LucideIcon, isDisabled = false): MenuChoice => ({
    ...{ id, label, icon, isDisabled },
    act: () => setDialog(id),
  })
  const choices = [
    ...(mayAct
      ? [
          choice('fork', 'Fork from a step…', GitFork, isOfWorkflow || run.stepCount === 0),
          choice('replay', 'Replay…', Rewind, isActive),
          ...(isRetryInSight ? [] : [choice('retry', 'Retry…', RotateCcw, isActive)]),
        ]
      : []),
    choice('compare', 'Compare with…', GitCompare),
    choice('download', 'Download as JSON…', Download),
    ...(mayAct ? [choice('tags', 'Tags…', Tag), choice('data-set', 'Add to a data set…', Database)] : []),
    ...(may('ADMIN') && !run.parent ? [choice('delete', 'Delete…', Trash2, isActive)] : []),
  ]
  return (
    <>
      {mayAct && isActive && !isOfWorkflow && (
        <Button icon={MessageSquarePlus} label="Steer" onPress={() => setDialog('steer')} />
      )}
      {mayAct && (isActive || isPaused) && (
        <Button icon={Ban} label="Abort" kind="danger" onPress={() => setDialog('abort')} />
      )}
      {mayAct && isPaused && !isOfWorkflow && (
        <Button icon={Play} label="Resume" onPress={() => setDialog('resume')} />
      )}
      {mayAct && isRetryInSight && (
        <Button icon={RotateCcw} label="Retry" onPress={() => setDialog('retry')} />
      )}
      <Menu label="More actions" choices={choices} />
      {dialog === 'abort' && <AbortDialog {...{ run, onClose }} />}
      {dialog === 'steer' && <SteerDialog {...{ run, onClose }} />}
      {dialog === 'resume' && <ResumeDialog {...{ run, onClose }} />}
      {dialog === 'fork' && <ForkDialog {...{ run, steps, onClose, onRun }} />}
      {dialog === 'replay' && <ReplayDialog {...{ run, onClose, onRun }} />}
      {dialog === 'compare' && <CompareDialog {...{ run, onClose }} />}
      {dialog === 'download' && <DownloadDialog {...{ run, onClose }} />}
      {dialog === 'tags' && <TagsDialog {...{ run, onClose }} />}
      {dialog === 'data-set' && <DataSetDialog runs={{ runIds: [run.id] }} onClose={onClose} />}
      {dialog === 'delete' && <DeleteDialog {...{ run, onClose }} />}
      {dialog === 'retry' && (
        <Ask
          title="Retry the run"
          verb="Retry"
          mutation={RetryRunDocument}
          input={{ id: run.id }}
          onDone={onRun}
          onClose={onClose}
        >
          <p>A new run starts with the same agent and the same input: “{run.input.slice(0, 160)}”.</p>
        </Ask>
      )}
    </>
  )
})

interface Props {
  readonly run: RunOfPage
  readonly onClose: () => void
}

interface NewRunProps extends Props {
  /** Called with the run that was started. */
  readonly onRun: (run: { readonly id: string }) => void
}

function AbortDialog({ run: { id }, onClose }: Props) {
  const [reason, setReason] = useState('')
  return (
    <Ask
      title="Abort the run"
      verb="Abort"
      isDanger
      mutation={AbortRunDocument}
      input={{ id, ...(reason !== '' && { reason }) }}
      onClose={onClose}
    >
      <p>The run and its children end as cancelled. Actions that are under way are stopped.</p>
      <TextField label="Reason" value={reason} onChange={setReason} autoFocus hint="Shown with the run." />
    </Ask>
  )
}

function SteerDialog({ run: { id }, onClose }: Props) {
  const [message, setMessage] = useState('')
  return (
    <Ask
      title="Steer the run"
      verb="Send"
      isReady={message.trim() !== ''}
      mutation={SteerRunDocument}
      input={{ id, message }}
      onClose={onClose}
    >
      <p>The model reads your message before its next step.</p>
      <TextField label="Message" rows={4} value={message} onChange={setMessage} autoFocus />
    </Ask>
  )
}

const tools: readonly { readonly value: ReplayTools; readonly label: string }[] = [
  { value: 'RECORDED', label: 'Recorded: tools answer what they answered' },
  { value: 'LIVE', label: 'Live: tools are called again' },
]

function ReplayDialog({ run: { id }, onClose, onRun }: NewRunProps) {
  const [mode, setMode] = useState<ReplayTools>('RECORDED')
  return (
    <Ask
      title="Replay the run"
      verb="Replay"
      mutation={ReplayRunDocument}
      input={{ id, tools: mode }}
      onDone={onRun}
      onClose={onClose}
    >
      <p>
        A new run takes what the models answered from the record, so that it costs nothing and goes the same
        way.
      </p>
      <SelectField label="Tools" value={mode} options={tools} onChange={setMode} />
    </Ask>
  )
}

/** Lets a run that has stopped go on, with more room where a limit has ended it. */
function ResumeDialog({ run: { id, effectiveLimits: limits }, onClose }: Props) {
  const { values, field } = useForm({ message: '', maxSteps: '', maxTokens: '', maxCostUsd: '', minutes: '' })
  const { message, ...amounts } = values
  const minutes = number(values.minutes.trim())
  const amount = (name: keyof typeof amounts, limit: number | string | null | undefined) => ({
    ...field(name),
    problem: numberProblem(values[name]),
    hint: limit == null ? 'It has no limit.' : `The limit is ${limit} so far.`,
  })
  const timeout = limits.timeoutMs.value
  return (
    <Ask
      title="Resume the run"
      verb="Resume"
      isReady={Object.values(amounts).every((written) => numberProblem(written) === null)}
      mutation={ResumeRunDocument}
      input={{
        id,
        ...given({
          message: text(message),
          maxSteps: number(values.maxSteps.trim()),
          maxTokens: number(values.maxTokens.trim()),
          maxCostUsd: text(values.maxCostUsd.trim()),
          timeoutMs: minutes === undefined ? undefined : Math.round(minutes * 60_000),
        }),
      }}
      onClose={onClose}
    >
      <p>
        The run goes on where it stopped. Where a limit has stopped it, say how much more it may take. An
        empty field grants as much again as at first.
      </p>
      <TextField label="Message" rows={3} {...field('message')} hint="Said to the model first." />
      <TextField label="More steps" {...amount('maxSteps', limits.maxSteps.value)} />
      <TextField label="More tokens" {...amount('maxTokens', limits.maxTokens.value)} />
      <TextField label="More cost in US dollars" {...amount('maxCostUsd', limits.maxCostUsd.value)} />
      <TextField label="More minutes" {...amount('minutes', timeout == null ? null : timeout / 60_000)} />
    </Ask>
  )
}

/** Starts a run that goes another way from a step of this one on. */
function ForkDialog({ run, steps, onClose, onRun }: NewRunProps & RunAndSteps) {
  const own = stepsInOrder({ steps })
  const ended = own.filter(({ durationMs }) => durationMs != null)
  // A fork begins after the steps that it took over.
  const takenOver = (own[0]?.number ?? run.stepCount + 1) - 1
  const { values, field } = useForm(() => ({
    step: String(ended.at(-1)?.number ?? 0),
    input: '',
    model: '',
    systemPrompt: '',
  }))
  const changes = given({
    input: text(values.input),
    model: text(values.model.trim()),
    systemPrompt: text(values.systemPrompt),
  })
  return (
    <Ask
      title="Fork the run"
      verb="Fork"
      mutation={ForkRunDocument}
      input={{ id: run.id, afterStep: Number(values.step), ...changes }}
      onDone={onRun}
      onClose={onClose}
    >
      <p>What was done until then is kept. The new run goes on from there, and this one stays as it is.</p>
      <SelectField
        label="Where"
        options={[
          { value: '0', label: `From its beginning${takenOver > 0 ? `, after step ${takenOver}` : ''}` },
          ...ended.map(({ number }) => ({ value: String(number), label: `After step ${number}` })),
        ]}
        {...field('step')}
      />
      <TextField
        label="Message"
        rows={3}
        {...field('input')}
        hint={
          values.step === '0' && takenOver === 0
            ? 'Takes the place of the input. Empty: the input stays.'
            : 'Said to the model at that point. Empty: nothing.'
        }
      />
      <TextField
        label="Model"
        {...field('model')}
        placeholder={run.overrides?.model ?? run.agent.model}
        hint="Empty: as before."
      />
      <TextField label="System prompt" rows={3} {...field('systemPrompt')} hint="Empty: as before." />
    </Ask>
  )
}
