import { useNavigate } from '@tanstack/react-router'
import {
  Ban,
  GitCompare,
  GitFork,
  type LucideIcon,
  MessageSquarePlus,
  Play,
  Rewind,
  RotateCcw,
} from 'lucide-react'
import { memo, useState } from 'react'
import { RetryRunDocument } from '../../../generated/console/graphql.ts'
import { useSession } from '../../data/session.ts'
import { Ask } from '../../forms/ask.tsx'
import { Button } from '../../ui/button.tsx'
import { Menu, type MenuChoice } from '../../ui/menu.tsx'
import {
  AbortDialog,
  CompareDialog,
  ForkDialog,
  ReplayDialog,
  ResumeDialog,
  SteerDialog,
} from './run-dialogs.tsx'
import { isAtRest, type RunAndSteps } from './run-model.ts'

type DialogName = 'abort' | 'steer' | 'resume' | 'fork' | 'retry' | 'replay' | 'compare'

/** Actions on a run, as far as its status, its place and the caller's role allow. */
export const RunActions = memo(function RunActions({ run, steps }: RunAndSteps) {
  const { may } = useSession()
  const [dialog, setDialog] = useState<DialogName | null>(null)
  const navigate = useNavigate()
  const mayAct = may('OPERATOR')
  const isActive = !isAtRest(run)
  // The parent of a child that was paused has continued without it.
  const isPaused = run.status === 'PAUSED' && !run.parent
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
          choice('retry', 'Retry…', RotateCcw, isActive),
        ]
      : []),
    choice('compare', 'Compare with…', GitCompare),
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
      <Menu label="More actions" choices={choices} />
      {dialog === 'abort' && <AbortDialog {...{ run, onClose }} />}
      {dialog === 'steer' && <SteerDialog {...{ run, onClose }} />}
      {dialog === 'resume' && <ResumeDialog {...{ run, onClose }} />}
      {dialog === 'fork' && <ForkDialog {...{ run, steps, onClose, onRun }} />}
      {dialog === 'replay' && <ReplayDialog {...{ run, onClose, onRun }} />}
      {dialog === 'compare' && <CompareDialog {...{ run, onClose }} />}
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
