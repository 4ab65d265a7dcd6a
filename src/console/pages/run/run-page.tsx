import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router'
import { Hourglass, ShieldQuestion, X } from 'lucide-react'
import { lazy, memo, Suspense, useCallback, useMemo } from 'react'
import { given, inPlace } from '../../data/search.ts'
import { Button } from '../../ui/button.tsx'
import { costOf, formatCount, formatCounted, formatEnum } from '../../ui/format.ts'
import { CopyButton } from '../../ui/json-view.tsx'
import look from '../../ui/look.module.css'
import { Loading, Page, PageWithout, Problem } from '../../ui/page.tsx'
import { Label, Status } from '../../ui/status.tsx'
import { type TabOf, Tabs } from '../../ui/tabs.tsx'
import { Ago, Elapsed } from '../../ui/time.tsx'
import { isWait } from '../gates/gates-search.ts'
import { BesideInList, useBesideInList } from './beside-in-list.tsx'
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
  speakingOf,
} from './run-model.ts'
import styles from './run-page.module.css'
import type { runTabs, TraceSearch } from './run-page-search.ts'
import { Timeline } from './timeline.tsx'
import type { TracedRun } from './trace-model.ts'
import { useRun } from './use-run.ts'
import { useTags } from './use-tags.ts'
import { type TraceOfPage, useTrace } from './use-trace.ts'

export const route = createLazyRoute('/runs/$runId')({ component: RunPage })

/** One run, live: its actions, its messages, its cost, and the actions on it. */
function RunPage() {
  const { runId } = route.useParams()
  const state = useRun(runId)
  const beside = useBesideInList(runId)
  if (state.kind === 'shown')
    return <ShownRun key={runId} model={state.model} problem={state.problem} beside={beside} />
  return (
    <PageWithout
      title="Run"
      error={state.kind === 'failed' ? state.error : null}
      retry={() => location.reload()}
      missing={state.kind === 'missing' && 'There is no such run.'}
    >
      <p>It may have been deleted, or belong to another project.</p>
      <Link className={look.underlined} to="/runs">
        All runs
      </Link>
    </PageWithout>
  )
}

function ShownRun(props: {
  readonly model: RunModel
  readonly problem: Error | null
  readonly beside: ReturnType<typeof useBesideInList>
}) {
  const { model, problem, beside } = props
  const { tab = 'timeline', open, within, find, show: shown, waits, log } = route.useSearch()
  const navigate = useNavigate({ from: '/runs/$runId' })
  const { run, steps } = model
  const search = useMemo(() => ({ find, show: shown, waits, log }), [find, shown, waits, log])
  const speaking = useSpeaking(model)
  const trace = useTrace(model, speaking, {
    find: find ?? '',
    errorsOnly: shown === 'errors',
    log: log ?? 'DEBUG',
    needsAll: waits === 'folded',
    within,
  })
  const isBelow = within !== undefined && within !== run.id
  const show = useCallback(
    (key?: string, of = run.id) =>
      void navigate({
        search: ({ open: before, within: _, ...now }) =>
          key !== undefined && key !== before
            ? { ...now, open: key, ...(of !== run.id && { within: of }) }
            : now,
        state: true,
        ...inPlace,
      }),
    [navigate, run.id],
  )
  const onSearch = useCallback(
    (change: Partial<TraceSearch>) =>
      void navigate({ search: (now) => given({ ...now, ...change }), state: true, ...inPlace }),
    [navigate],
  )
  const showTab = useCallback(
    (next: RunTab) => void navigate({ search: (now) => ({ ...now, tab: next }), state: true, ...inPlace }),
    [navigate],
  )
  return (
    <Page
      isFull
      title={run.agent.name}
      beside={<Status of={run.status} />}
      below={<RunLine run={run} />}
      actions={
        <>
          {beside && <BesideInList {...beside} />}
          <RunActions run={run} steps={steps} />
        </>
      }
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
            {...{ trace, search, onSearch }}
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
                {isBelow && <RunLink id={within} text="In a run below" />}
                <span className={look.spread} />
                <span className={styles.copy}>
                  <CopyButton text={location.href} label="Copy the link" />
                </span>
                <Button icon={X} label="Close" kind="quiet" size="small" onPress={() => show()} />
              </div>
              <Detail key={open} of={open} model={isBelow ? modelOf(trace.runOf(within)) : model} />
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

/** What the trace has of a run below, for the object of it that is open. Null where it is not read. */
function modelOf(traced: TracedRun | null) {
  return traced && { ...traced, texts: new Map() }
}

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
  readonly trace: TraceOfPage
  readonly search: TraceSearch
  readonly onSearch: (change: Partial<TraceSearch>) => void
  /** Of the tabs that show events; empty for the others, which are not drawn again for each of them. */
  readonly events: readonly LiveEvent[]
  /** The key of the object that is open beside the tabs. */
  readonly open: string | undefined
  readonly onOpen: (key: string, of?: string) => void
}

/** The views of a run, of which one is shown. */
const RunTabs = memo(function RunTabs(props: Props) {
  const { tab, onTab, trace, search, onSearch, events, open, onOpen, run, steps } = props
  const tabs: readonly TabOf<RunTab>[] = [
    {
      id: 'timeline',
      label: 'Timeline',
      content: <Timeline {...{ trace, search, onSearch, open, onOpen }} />,
    },
    {
      id: 'plan',
      label: 'Plan',
      content: (
        <Suspense fallback={<Loading />}>
          <PlanTab {...{ run, steps, events, open, onOpen }} />
        </Suspense>
      ),
    },
    {
      id: 'messages',
      label: 'Messages',
      content: <MessagesTab runId={run.id} version={messagesVersion({ run, steps })} />,
    },
    { id: 'events', label: 'Events', content: <EventsTab run={run} events={events} /> },
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
  const { agent, session, schedule, workflow, parent, root, forkedFrom, replayOf } = run
  const tags = useTags(run)
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
      <span>{formatCounted(run.stepCount, 'step')}</span>
      <span>{formatCount(run.usage.totalTokens)} tokens</span>
      <span>{costOf(run.usage)}</span>
      {run.pricing === 'BATCH' && <span>in batches</span>}
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
          workflow {workflow.name} v{run.workflowVersion}
        </Link>
      )}
      {parent && <RunLink id={parent.id} text={`child of ${parent.agent.name}`} />}
      {parent && root.id !== parent.id && <RunLink id={root.id} text="top of its tree" />}
      {forkedFrom && (
        <>
          <RunLink
            id={forkedFrom.id}
            text={`forked after step ${run.forkedAfterStep}${run.overrides?.edits ? ', with changes' : ''}`}
          />
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
      {tags.map((tag) => (
        <Link key={tag} className={styles.tag} to="/runs" search={{ tags: [tag] }}>
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
  const waiting = run.status === 'WAITING' && open.length === 0 ? activeChildOf(steps) : undefined
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
      {waiting !== undefined && (
        <Link
          to="/runs/$runId"
          params={{ runId: run.id }}
          search={waiting}
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

/** What the address names of a run below that has not stopped. If none is left, the last gate of the run itself was just decided. */
function activeChildOf(steps: RunAndSteps['steps']) {
  for (const { actions } of steps.values())
    for (const { id, childRun } of actions)
      if (childRun && !isAtRest(childRun)) return { open: `action:${id}`, within: childRun.id }
  return undefined
}
