import { useNavigate } from '@tanstack/react-router'
import { Ban, Ellipsis, GitCompare, GitFork, MessageSquarePlus, Play, Rewind, RotateCcw } from 'lucide-react'
import { memo, useState } from 'react'
import { useSession } from '../../data/session-provider.tsx'
import { Button } from '../../ui/button.tsx'
import { type Choice, Menu } from '../../ui/menu.tsx'
import { CompareDialog } from './dialogs/compare-dialog.tsx'
import { ForkDialog } from './dialogs/fork-dialog.tsx'
import { ResumeDialog } from './dialogs/resume-dialog.tsx'
import { AbortDialog, ReplayDialog, RetryDialog, SteerDialog } from './dialogs/simple-dialogs.tsx'
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
  const close = () => setDialog(null)
  const goTo = (id: string) => {
    close()
    void navigate({ to: '/runs/$runId', params: { runId: id } })
  }

  const choices: Choice[] = [
    { id: 'compare', label: 'Compare with…', icon: <GitCompare />, act: () => setDialog('compare') },
  ]
  if (mayAct) {
    choices.unshift(
      {
        id: 'fork',
        label: 'Fork from a step…',
        icon: <GitFork />,
        isDisabled: isOfWorkflow || run.stepCount === 0,
        act: () => setDialog('fork'),
      },
      {
        id: 'replay',
        label: 'Replay…',
        icon: <Rewind />,
        isDisabled: isActive,
        act: () => setDialog('replay'),
      },
      {
        id: 'retry',
        label: 'Retry…',
        icon: <RotateCcw />,
        isDisabled: isActive,
        act: () => setDialog('retry'),
      },
    )
  }
  return (
    <>
      {mayAct && isActive && !isOfWorkflow && (
        <Button onPress={() => setDialog('steer')}>
          <MessageSquarePlus /> Steer
        </Button>
      )}
      {mayAct && (isActive || isPaused) && (
        <Button kind="danger" onPress={() => setDialog('abort')}>
          <Ban /> Abort
        </Button>
      )}
      {mayAct && isPaused && !isOfWorkflow && (
        <Button onPress={() => setDialog('resume')}>
          <Play /> Resume
        </Button>
      )}
      <Menu
        label="More"
        choices={choices}
        button={
          <Button isIcon aria-label="More actions">
            <Ellipsis />
          </Button>
        }
      />
      {dialog === 'abort' && <AbortDialog run={run} onClose={close} />}
      {dialog === 'steer' && <SteerDialog run={run} onClose={close} />}
      {dialog === 'resume' && <ResumeDialog run={run} onClose={close} />}
      {dialog === 'fork' && <ForkDialog run={run} steps={steps} onClose={close} onRun={goTo} />}
      {dialog === 'retry' && <RetryDialog run={run} onClose={close} onRun={goTo} />}
      {dialog === 'replay' && <ReplayDialog run={run} onClose={close} onRun={goTo} />}
      {dialog === 'compare' && <CompareDialog run={run} onClose={close} />}
    </>
  )
})
