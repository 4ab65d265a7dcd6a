import { Link } from '@tanstack/react-router'
import { ShieldQuestion } from 'lucide-react'
import { memo } from 'react'
import { costOf, formatCount, formatEnum } from '../../ui/format.ts'
import { CopyButton } from '../../ui/json-view.tsx'
import look from '../../ui/look.module.css'
import { Problem } from '../../ui/page.tsx'
import { Label } from '../../ui/status.tsx'
import { Ago, Elapsed } from '../../ui/time.tsx'
import styles from './run-head.module.css'
import { isAtRest, type RunAndSteps, type RunOfPage } from './run-model.ts'

/** The line below the title: where the run belongs, and its figures. */
export const RunLine = memo(function RunLine({ run }: { readonly run: RunOfPage }) {
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
export const Notices = memo(function Notices({ run, steps }: RunAndSteps) {
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
      {open.map((gate) => (
        <Link key={gate.id} to="/gates" search={{ gate: gate.id }} className={noticeLook} data-tone="waiting">
          <ShieldQuestion aria-hidden="true" />
          <span className={look.spread}>
            <strong>{formatEnum(gate.kind)}</strong> {gate.reason}
          </span>
          <span className={look.soft}>
            <Ago at={gate.createdAt} />
          </span>
          <span className={styles.decide}>Decide</span>
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
