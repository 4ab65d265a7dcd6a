import { createLazyRoute, useNavigate } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Empty, Loading, Problem } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { Detail } from './detail/detail.tsx'
import { Notices } from './notices.tsx'
import { Overview } from './overview.tsx'
import { RunActions } from './run-actions.tsx'
import { RunLine } from './run-line.tsx'
import { type LiveEvent, type RunModel, speakingOf } from './run-model.ts'
import styles from './run-page.module.css'
import { type RunTab, RunTabs } from './run-tabs.tsx'
import { useRun } from './use-run.ts'

export const route = createLazyRoute('/runs/$runId')({ component: RunPage })

/** One run, live: its actions, its messages, its cost, and the actions on it. */
function RunPage() {
  const { runId } = route.useParams()
  const state = useRun(runId)
  if (state.kind === 'missing')
    return (
      <Page title="Run">
        <Empty title="There is no run with this id.">
          It may have been deleted, or belong to another project.
        </Empty>
      </Page>
    )
  if (state.kind === 'failed')
    return (
      <Page title="Run">
        <Problem error={state.error} retry={() => location.reload()} />
      </Page>
    )
  if (state.kind === 'loading')
    return (
      <Page title="Run">
        <Loading rows={10} />
      </Page>
    )
  return <ShownRun model={state.model} problem={state.problem} />
}

function ShownRun({ model, problem }: { readonly model: RunModel; readonly problem: Error | null }) {
  const { tab = 'timeline', open } = route.useSearch()
  const navigate = useNavigate({ from: '/runs/$runId' })
  const { run, steps } = model
  const show = useCallback(
    (key: string | undefined) =>
      void navigate({
        search: ({ open: before, ...now }) => (key && key !== before ? { ...now, open: key } : now),
        replace: true,
      }),
    [navigate],
  )
  const showTab = useCallback(
    (next: RunTab) => void navigate({ search: (now) => ({ ...now, tab: next }), replace: true }),
    [navigate],
  )
  return (
    <Page
      isFull
      title={run.agent.name}
      beside={<Status of={run.status} />}
      below={<RunLine run={run} />}
      actions={<RunActions run={run} steps={steps} />}
    >
      <div className={styles.notices}>
        <Problem error={problem} />
        <Notices run={run} steps={steps} />
      </div>
      <div className={styles.body}>
        <div className={styles.main}>
          <RunTabs
            run={run}
            steps={steps}
            speaking={useSpeaking(model)}
            events={tab === 'events' || tab === 'plan' ? model.events : noEvents}
            tab={tab}
            onTab={showTab}
            open={open}
            onOpen={show}
          />
        </div>
        <aside className={styles.side} aria-label={open ? 'What is open' : 'The run'}>
          {open ? (
            <>
              <div className={styles.close}>
                <Button kind="quiet" size="small" onPress={() => show(undefined)}>
                  <X /> Close
                </Button>
              </div>
              <Detail key={open} of={open} model={model} />
            </>
          ) : (
            <Overview model={model} />
          )}
        </aside>
      </div>
    </Page>
  )
}

const noEvents: readonly LiveEvent[] = []

/** The message that is being written: the same object as long as it is the same message. */
function useSpeaking(model: RunModel) {
  const { messageId, stepNumber } = speakingOf(model) ?? {}
  return useMemo(
    () => (messageId !== undefined && stepNumber !== undefined ? { messageId, stepNumber } : null),
    [messageId, stepNumber],
  )
}
