import { Link } from '@tanstack/react-router'
import { ShieldQuestion } from 'lucide-react'
import { memo } from 'react'
import { formatEnum } from '../../ui/format.ts'
import { Problem } from '../../ui/states.tsx'
import { Ago } from '../../ui/time.tsx'
import styles from './notices.module.css'
import { isAtRest, type RunAndSteps } from './run-model.ts'

/** The most important facts: why the run failed, and which decision it waits for. */
export const Notices = memo(function Notices({ run, steps }: RunAndSteps) {
  const open = run.gates.filter(({ status }) => status === 'OPEN')
  return (
    <>
      {run.error && <Problem error={`${run.error.message} (${run.error.code})`} />}
      {run.status === 'CANCELLED' && run.abortedBy && (
        <p className={styles.note}>
          Aborted by {run.abortedBy}
          {run.abortReason && `: ${run.abortReason}`}
        </p>
      )}
      {open.map((gate) => (
        <Link key={gate.id} to="/gates" search={{ gate: gate.id }} className={styles.gate}>
          <ShieldQuestion aria-hidden="true" />
          <span>
            <strong>{formatEnum(gate.kind)}</strong> {gate.reason}
          </span>
          <span className={styles.age}>
            <Ago at={gate.createdAt} />
          </span>
          <span className={styles.decide}>Decide</span>
        </Link>
      ))}
      {run.status === 'WAITING' && open.length === 0 && hasActiveChild(steps) && (
        <Link to="/runs/$runId" params={{ runId: run.id }} search={{ tab: 'tree' }} className={styles.gate}>
          <ShieldQuestion aria-hidden="true" />
          <span>A run below it waits for a decision.</span>
        </Link>
      )}
    </>
  )
})

/** Whether a run below has not stopped. If none is left, the last gate of the run itself was just decided. */
function hasActiveChild(steps: RunAndSteps['steps']): boolean {
  return [...steps.values()].some(({ actions }) =>
    actions.some(({ childRun }) => childRun && !isAtRest(childRun)),
  )
}
