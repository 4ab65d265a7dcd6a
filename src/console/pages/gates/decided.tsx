import type { GateShownFragment } from '../../../generated/console/graphql.ts'
import { Difference } from '../../ui/difference.tsx'
import { formatDateTime, formatEnum } from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import { Facts } from '../../ui/page.tsx'

/** The decider, the time, the note, and the changes of a decision. */
export function Decided({ gate }: { readonly gate: GateShownFragment }) {
  const { status, resolvedBy, resolvedAt, note, resolution } = gate
  return (
    <section className={look.list} aria-label="The decision">
      <h3>The decision</h3>
      <Facts
        of={{
          Decision: ends[status] ?? formatEnum(status),
          By: resolvedBy ?? 'no one',
          At: resolvedAt && formatDateTime(resolvedAt),
          Note: note ? <span className={look.said}>{note}</span> : undefined,
        }}
      />
      {resolution?.arguments != null && <Changes gate={gate} now={resolution.arguments} />}
    </section>
  )
}

const ends: Readonly<Record<string, string>> = {
  APPROVED: 'Approved',
  REVISED: 'Revised',
  REJECTED: 'Rejected',
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
