import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router'
import { Hourglass, ShieldQuestion, X } from 'lucide-react'
import { lazy, memo, Suspense, useCallback, useMemo } from 'react'
import { Button } from '../../ui/button.tsx'
import { costOf, formatCount, formatEnum } from '../../ui/format.ts'
import { CopyButton } from '../../ui/json-view.tsx'
import look from '../../ui/look.module.css'
import { Loading, Page, PageWithout, Problem } from '../../ui/page.tsx'
import { Label, Status } from '../../ui/status.tsx'
import { type TabOf, Tabs } from '../../ui/tabs.tsx'
import { Ago, Elapsed } from '../../ui/time.tsx'
import { isWait } from '../gates/gates-search.ts'
import { Detail } from './call-detail.tsx'
import { EventsTab } from './events-tab.tsx'
import { FactsTab } from './facts-tab.tsx'
import { MessagesTab } from './messages-tab.tsx'
import { Overview } from './overview.tsx'
import { RunActions } from './run-actions.tsx'
import {
  isAtRest,
  type LiveEvent,
  type RunAndSteps,
  type RunModel,
  type RunOfPage,
  type Speaking,
  speakingOf,
} from './run-model.ts'
import styles from './run-page.module.css'
import type { runTabs } from './run-page-search.ts'
import { Timeline } from './timeline.tsx'
import { TreeTab } from './tree-tab.tsx'
import { useRun } from './use-run.ts'

export const route = createLazyRoute('/runs/$runId')({ component: RunPage })

/** One run, live: its actions, its messages, its cost, and the actions on it. */
function RunPage() {
  const { runId } = route.useParams()
  const state = useRun(runId)
  if (state.kind === 'shown') return <ShownRun model={state.model} problem={state.problem} />
  return (
    <PageWithout
      title="Run"
      error={state.kind === 'failed' ? state.error : null}
      retry={() => location.reload()}
      missing={state.kind === 'missing' && 'There is no run with this id.'}
    >
      It may have been deleted, or belong to another project.
    </PageWithout>
  )
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
        <div className={`${look.column} ${styles.main}`}>
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
                <Button icon={X} label="Close" kind="quiet" size="small" onPress={() => show(undefined)} />
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

const PlanTab = lazy(async () => ({ default: (await import('./plan-tab.tsx')).PlanTab }))

type RunTab = (typeof runTabs)[number]

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
const RunTabs = memo(function RunTabs({ tab, onTab, speaking, events, open, onOpen, ...model }: Props) {
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

/** The line below the title: where the run belongs, and its figures. */
const RunLine = memo(function RunLine({ run }: { readonly run: RunOfPage }) {
  const { agent, session, schedule, workflow, parent, forkedFrom, replayOf } = run
  return (
    <>
      <Link className={look.underlined} to="/agents/$agentId" params={{ agentId: agent.id }}>
        {agent.slug} v{run.agentVersion}
      </Link>
      {run.terminationReason && <span>{formatEnum(run.terminationReason)}</span>}
      <span>
        <Ago at={run.createdAt} />
      </span>
      <span>
        <Elapsed since={run.startedAt} ms={run.durationMs} isLive={run.status === 'RUNNING'} />
      </span>
      <span>{run.stepCount === 1 ? '1 step' : `${run.stepCount} steps`}</span>
      <span>{formatCount(run.usage.totalTokens)} tokens</span>
      <span>{costOf(run.usage)}</span>
      {run.recoveries > 0 && (
        <span>recovered {run.recoveries === 1 ? 'once' : `${run.recoveries} times`}</span>
      )}
      {session && (
        <Link className={look.underlined} to="/sessions/$sessionKey" params={{ sessionKey: session.key }}>
          conversation {session.key}
        </Link>
      )}
      {schedule && (
        <Link className={look.underlined} to="/settings" search={{ tab: 'schedules' }}>
          schedule {schedule.cron}
        </Link>
      )}
      {workflow && (
        <Link className={look.underlined} to="/workflows/$workflowId" params={{ workflowId: workflow.id }}>
          workflow {workflow.name}
        </Link>
      )}
      {parent && <RunLink id={parent.id} text={`child of ${parent.agent.name}`} />}
      {forkedFrom && (
        <>
          <RunLink id={forkedFrom.id} text={`forked after step ${run.forkedAfterStep}`} />
          <Link className={look.underlined} to="/compare" search={{ a: forkedFrom.id, b: run.id }}>
            compare
          </Link>
        </>
      )}
      {replayOf && (
        <>
          <RunLink id={replayOf.id} text="replay of a run" />
          <Link className={look.underlined} to="/compare" search={{ a: replayOf.id, b: run.id }}>
            compare
          </Link>
        </>
      )}
      {run.tags.map((tag) => (
        <Link key={tag} to="/runs" search={{ tags: [tag] }}>
          <Label>{tag}</Label>
        </Link>
      ))}
      <span className={styles.copy}>
        <CopyButton text={run.id} label="Copy the id" />
      </span>
    </>
  )
})

function RunLink({ id, text }: { readonly id: string; readonly text: string }) {
  return (
    <Link className={look.underlined} to="/runs/$runId" params={{ runId: id }}>
      {text}
    </Link>
  )
}

/** The most important facts: why the run failed, and which decision it waits for. */
const Notices = memo(function Notices({ run, steps }: RunAndSteps) {
  const open = run.gates.filter(({ status }) => status === 'OPEN')
  return (
    <>
      {run.error && <Problem error={`${run.error.message} (${run.error.code})`} />}
      {run.status === 'CANCELLED' && run.abortedBy && (
        <p className={look.soft}>
          Aborted by {run.abortedBy}
          {run.abortReason && `: ${run.abortReason}`}
        </p>
      )}
      {open
        .filter(({ kind }) => isWait(kind))
        .map((gate) => (
          <p key={gate.id} className={noticeLook}>
            <Hourglass aria-hidden="true" />
            <span className={look.spread}>{gate.reason}</span>
          </p>
        ))}
      {open
        .filter(({ kind }) => !isWait(kind))
        .map((gate) => (
          <Link
            key={gate.id}
            to="/gates"
            search={{ gate: gate.id }}
            className={noticeLook}
            data-tone="waiting"
          >
            <ShieldQuestion aria-hidden="true" />
            <span className={look.spread}>
              <strong>{formatEnum(gate.kind)}</strong> {gate.reason}
            </span>
            <span className={look.soft}>
              <Ago at={gate.createdAt} />
            </span>
            <span className={styles.decide}>{gate.kind === 'INPUT' ? 'Answer' : 'Decide'}</span>
          </Link>
        ))}
      {run.status === 'WAITING' && open.length === 0 && hasActiveChild(steps) && (
        <Link
          to="/runs/$runId"
          params={{ runId: run.id }}
          search={{ tab: 'tree' }}
          className={noticeLook}
          data-tone="waiting"
        >
          <ShieldQuestion aria-hidden="true" />
          <span>A run below it waits for a decision.</span>
        </Link>
      )}
    </>
  )
})

const noticeLook = `${look.notice} ${look.inline} ${styles.gate}`

/** Whether a run below has not stopped. If none is left, the last gate of the run itself was just decided. */
function hasActiveChild(steps: RunAndSteps['steps']): boolean {
  return [...steps.values()].some(({ actions }) =>
    actions.some(({ childRun }) => childRun && !isAtRest(childRun)),
  )
}
