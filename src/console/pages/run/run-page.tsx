import { createLazyRoute, useNavigate } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Empty, Loading, Problem } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Detail } from './detail/detail.tsx'
import { EventsTab } from './events-tab.tsx'
import { FactsTab } from './facts-tab.tsx'
import { MessagesTab } from './messages-tab.tsx'
import { Notices } from './notices.tsx'
import { Overview } from './overview.tsx'
import { RunActions } from './run-actions.tsx'
import { RunLine } from './run-line.tsx'
import type { RunModel } from './run-model.ts'
import styles from './run-page.module.css'
import type { runTabs } from './run-page-search.ts'
import { Timeline } from './timeline.tsx'
import { TreeTab } from './tree-tab.tsx'
import { useRun } from './use-run.ts'

const PlanTab = lazy(async () => ({ default: (await import('./plan-tab.tsx')).PlanTab }))

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

type Tab = (typeof runTabs)[number]

function ShownRun({ model, problem }: { readonly model: RunModel; readonly problem: Error | null }) {
  const { tab = 'timeline', open } = route.useSearch()
  const navigate = useNavigate({ from: '/runs/$runId' })
  const { run } = model
  const show = (key: string | undefined) =>
    void navigate({
      search: ({ open: _, ...now }) => (key && key !== open ? { ...now, open: key } : now),
      replace: true,
    })
  const tabs: readonly {
    readonly id: Tab
    readonly label: string
    readonly count?: number
    readonly content: React.ReactNode
  }[] = [
    { id: 'timeline', label: 'Timeline', content: <Timeline model={model} open={open} onOpen={show} /> },
    {
      id: 'plan',
      label: 'Plan',
      content: (
        <Suspense fallback={<Loading />}>
          <PlanTab model={model} open={open} onOpen={show} />
        </Suspense>
      ),
    },
    {
      id: 'messages',
      label: 'Messages',
      content: <MessagesTab runId={run.id} version={messagesVersion(model)} />,
    },
    { id: 'events', label: 'Events', content: <EventsTab model={model} /> },
    { id: 'tree', label: 'Children', content: <TreeTab run={run} /> },
    { id: 'details', label: 'Details', content: <FactsTab run={run} /> },
  ]
  return (
    <Page
      isFull
      title={run.agent.name}
      beside={<Status of={run.status} />}
      below={<RunLine run={run} />}
      actions={<RunActions model={model} />}
    >
      <div className={styles.notices}>
        <Problem error={problem} />
        <Notices run={run} />
      </div>
      <div className={styles.body}>
        <div className={styles.main}>
          <Tabs
            label="What the run did"
            tabs={tabs}
            current={tab}
            onChange={(next) => void navigate({ search: (now) => ({ ...now, tab: next }), replace: true })}
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

/** Changes when messages may have been added: they are read again then. */
function messagesVersion({ run, steps }: RunModel): string {
  const done = [...steps.values()].filter(({ durationMs }) => durationMs != null).length
  return `${run.status}:${steps.size}:${done}`
}
