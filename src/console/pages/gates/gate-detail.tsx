import { Link } from '@tanstack/react-router'
import { useQuery, useSubscription } from 'urql'
import {
  GateOfPageDocument,
  GateOfPageUpdatesDocument,
  type GateShownFragment,
} from '../../../generated/console/graphql.ts'
import { useNotThere } from '../../data/not-there.ts'
import { isNoId } from '../../data/reach.ts'
import { useSession } from '../../data/session.ts'
import { Difference } from '../../ui/difference.tsx'
import { formatDateTime, formatEnum } from '../../ui/format.ts'
import { JsonView } from '../../ui/json-view.tsx'
import look from '../../ui/look.module.css'
import { Empty, Facts, Loading, Problem } from '../../ui/page.tsx'
import { Label, Status } from '../../ui/status.tsx'
import { Ago } from '../../ui/time.tsx'
import { Answer } from './answer.tsx'
import { Decision } from './decision.tsx'
import { Expiry, subjectOf } from './gate-list.tsx'
import { GateSubject } from './gate-subject.tsx'
import styles from './gates-page.module.css'
import { isWait } from './gates-search.ts'

/** One gate: its subject, its run, and the decision, which is made here or has been made. */
export function GateDetail({ id, onDecided }: { readonly id: string; readonly onDecided: () => void }) {
  const [{ data, error, fetching }] = useQuery({ query: GateOfPageDocument, variables: { id } })
  useSubscription({ query: GateOfPageUpdatesDocument, variables: { id } })
  const gate = data?.node?.__typename === 'Gate' ? data.node : null
  useNotThere('gate', id, !gate && !fetching && (!error || isNoId(error)))
  if (!gate && fetching) return <Loading rows={8} height={24} />
  if (!gate && error && !isNoId(error)) return <Problem error={error} />
  if (!gate)
    return <Empty title="There is no gate with this id.">It may have been deleted with its run.</Empty>
  return <Shown gate={gate} onDecided={onDecided} />
}

function Shown({ gate, onDecided }: { readonly gate: GateShownFragment; readonly onDecided: () => void }) {
  const { may, caller } = useSession()
  const isOpen = gate.status === 'OPEN'
  const mayDecide =
    !isWait(gate.kind) &&
    may(gate.decider === 'ADMIN' ? 'ADMIN' : 'OPERATOR') &&
    (gate.respondent === null || gate.respondent === caller.name)
  return (
    <div className={`${look.stack} ${styles.gate}`}>
      <header className={look.list}>
        <div className={look.row}>
          <h2>{subjectOf(gate)}</h2>
          <Status of={gate.status} />
          <Label>{formatEnum(gate.kind)}</Label>
        </div>
        {gate.kind !== 'INPUT' && <p>{gate.reason}</p>}
        <p className={look.soft}>
          opened <Ago at={gate.createdAt} />
          {isOpen && gate.expiresAt && (
            <>
              {' · '}
              <Expiry at={gate.expiresAt} />
              {endOnExpiry(gate)}
            </>
          )}
        </p>
      </header>

      {isOpen && mayDecide ? (
        gate.context.__typename === 'QuestionContext' ? (
          <Answer gate={gate} question={gate.context} onDecided={onDecided} />
        ) : (
          <Decision gate={gate} onDecided={onDecided} />
        )
      ) : (
        <>
          {!isOpen && <Decided gate={gate} />}
          <GateSubject gate={gate} />
          {isOpen && <p className={look.notice}>{whoDecides(gate)}</p>}
        </>
      )}
      <OfRun gate={gate} />
    </div>
  )
}

function endOnExpiry({ kind, onExpiry }: GateShownFragment): string {
  if (kind === 'INPUT') return ', then the call goes on without an answer'
  return onExpiry === 'PROCEED' ? ', then it goes on' : ', then it is refused'
}

/** Why this caller sees no decision. */
function whoDecides({ kind, decider, respondent }: GateShownFragment): string {
  if (kind === 'BATCH') return 'Nobody decides here: the run goes on with the answer of its batch.'
  if (isWait(kind))
    return `Nobody decides here: the call goes on ${kind === 'TIME' ? 'at its time' : 'with its event'}.`
  const who = decider === 'ADMIN' ? 'An administrator' : 'An operator'
  if (respondent !== null) return `Only ${respondent} may ${kind === 'INPUT' ? 'answer' : 'decide'}.`
  return `${who} must ${kind === 'INPUT' ? 'answer' : 'decide'}. Your role may look on.`
}

/** The run that waits, and the last text of its model before the gate. */
function OfRun({ gate: { run, step, context } }: { readonly gate: GateShownFragment }) {
  // Of a plan the text is its JSON, which is drawn above.
  const said = context.__typename === 'PlanContext' ? null : step?.text
  return (
    <section className={look.list} aria-label="The run">
      <h3>The run</h3>
      <Facts
        of={{
          Agent: (
            <Link className={look.accent} to="/agents/$agentId" params={{ agentId: run.agent.slug }}>
              {run.agent.name}, version {run.agentVersion}
            </Link>
          ),
          Run: (
            <Link
              className={look.accent}
              to="/runs/$runId"
              params={{ runId: run.id }}
              search={step ? { open: `step:${step.id}` } : {}}
            >
              {formatEnum(run.status)}, step {context.stepNumber}
            </Link>
          ),
          Started: formatDateTime(run.createdAt),
          Input: <span className={look.said}>{run.input}</span>,
          'Model said': said ? <span className={look.said}>{said}</span> : undefined,
        }}
      />
    </section>
  )
}

/** The decider, the time, the note, and the changes of a decision; of a wait, how it ended. */
function Decided({ gate }: { readonly gate: GateShownFragment }) {
  const { kind, status, resolvedBy, resolvedAt, note, resolution } = gate
  if (isWait(kind) && status !== 'CANCELLED')
    return (
      <section className={look.list} aria-label="The end of the wait">
        <h3>{status === 'ANSWERED' ? 'The event came' : 'The wait is over'}</h3>
        <Facts of={{ At: resolvedAt && formatDateTime(resolvedAt) }} />
        {resolution?.answer != null && <JsonView label="Event" value={resolution.answer} />}
      </section>
    )
  return (
    <section className={look.list} aria-label="The decision">
      <h3>The decision</h3>
      <Facts
        of={{
          Decision:
            status === 'REJECTED' && kind === 'INPUT' ? 'Declined' : (ends[status] ?? formatEnum(status)),
          By: resolvedBy ?? 'no one',
          At: resolvedAt && formatDateTime(resolvedAt),
          Note: note ? <span className={look.said}>{note}</span> : undefined,
        }}
      />
      {resolution?.arguments != null && <Changes gate={gate} now={resolution.arguments} />}
      {resolution?.answer != null && <JsonView label="Answer" value={resolution.answer} />}
    </section>
  )
}

const ends: Readonly<Record<string, string>> = {
  APPROVED: 'Approved',
  REVISED: 'Revised',
  REJECTED: 'Rejected',
  ANSWERED: 'Answered',
  EXPIRED: 'Expired before a decision',
  CANCELLED: 'The run ended before a decision',
}

function Changes({ gate: { context }, now }: { readonly gate: GateShownFragment; readonly now: unknown }) {
  if (context.__typename !== 'PlanContext') {
    const before = context.__typename === 'CallContext' ? context.arguments : null
    return <Difference label="Changed arguments" before={before} after={now} />
  }
  const changed: Readonly<Record<string, unknown>> = typeof now === 'object' && now !== null ? { ...now } : {}
  return context.actions
    .filter(({ name }) => name in changed)
    .map(({ name, parameters }) => (
      <div key={name} className={look.list}>
        <h4>{name}</h4>
        <Difference label={`Changed parameters of ${name}`} before={parameters} after={changed[name]} />
      </div>
    ))
}
