import { Link } from '@tanstack/react-router'
import { formatDateTime, formatEnum } from '../../../ui/format.ts'
import { Facts } from '../../../ui/page.tsx'
import { Problem } from '../../../ui/states.tsx'
import { Status } from '../../../ui/status.tsx'
import type { RunOfPage } from '../run-model.ts'
import styles from './detail.module.css'

/** A gate of the run: its subject, and the decision. */
export function GateDetail({ gate }: { readonly gate: RunOfPage['gates'][number] | undefined }) {
  if (!gate) return <Problem error="There is no such gate in this run." />
  return (
    <div className={styles.detail}>
      <h2>
        {formatEnum(gate.kind)} <Status of={gate.status} />
      </h2>
      <p>{gate.reason}</p>
      <Facts
        of={{
          Opened: formatDateTime(gate.createdAt),
          Expires: gate.expiresAt && formatDateTime(gate.expiresAt),
          Resolved: gate.resolvedAt && formatDateTime(gate.resolvedAt),
          By: gate.resolvedBy,
        }}
      />
      <Link
        className={styles.link}
        to="/gates"
        search={{ gate: gate.id, ...(gate.status !== 'OPEN' && { show: 'resolved' }) }}
      >
        Open the gate
      </Link>
    </div>
  )
}
