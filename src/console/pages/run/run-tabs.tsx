import { lazy, memo, Suspense } from 'react'
import { Loading } from '../../ui/states.tsx'
import { type TabOf, Tabs } from '../../ui/tabs.tsx'
import { EventsTab } from './events-tab.tsx'
import { FactsTab } from './facts-tab.tsx'
import { MessagesTab } from './messages-tab.tsx'
import type { LiveEvent, RunAndSteps, Speaking } from './run-model.ts'
import type { runTabs } from './run-page-search.ts'
import { Timeline } from './timeline.tsx'
import { TreeTab } from './tree-tab.tsx'

const PlanTab = lazy(async () => ({ default: (await import('./plan-tab.tsx')).PlanTab }))

export type RunTab = (typeof runTabs)[number]

interface Props extends RunAndSteps {
  readonly tab: RunTab
  readonly onTab: (tab: RunTab) => void
  readonly speaking: Speaking | null
  /** Of the tabs that show events; empty for the others, which are not drawn again for each of them. */
  readonly events: readonly LiveEvent[]
  /** The key of the object that is open beside the tabs. */
  readonly open: string | undefined
  readonly onOpen: (key: string) => void
}

/** The views of a run, of which one is shown. */
export const RunTabs = memo(function RunTabs({
  tab,
  onTab,
  speaking,
  events,
  open,
  onOpen,
  ...model
}: Props) {
  const { run, steps } = model
  const tabs: readonly TabOf<RunTab>[] = [
    {
      id: 'timeline',
      label: 'Timeline',
      content: <Timeline {...model} speaking={speaking} open={open} onOpen={onOpen} />,
    },
    {
      id: 'plan',
      label: 'Plan',
      content: (
        <Suspense fallback={<Loading />}>
          <PlanTab {...model} events={events} open={open} onOpen={onOpen} />
        </Suspense>
      ),
    },
    {
      id: 'messages',
      label: 'Messages',
      content: <MessagesTab runId={run.id} version={messagesVersion({ run, steps })} />,
    },
    { id: 'events', label: 'Events', content: <EventsTab run={run} events={events} /> },
    { id: 'tree', label: 'Children', content: <TreeTab run={run} /> },
    { id: 'details', label: 'Details', content: <FactsTab run={run} /> },
  ]
  return <Tabs label="What the run did" tabs={tabs} current={tab} onChange={onTab} />
})

/** Changes when messages may have been added: they are read again then. */
function messagesVersion({ run, steps }: RunAndSteps): string {
  const done = [...steps.values()].filter(({ durationMs }) => durationMs != null).length
  return `${run.status}:${steps.size}:${done}`
}
