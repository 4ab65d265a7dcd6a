import type { ReactNode } from 'react'
import type { RunRowFragment } from '../../../generated/console/graphql.ts'
import { costOf, formatCount, formatDateTime, formatEnum } from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import { Label, Status } from '../../ui/status.tsx'
import { Ago, Elapsed } from '../../ui/time.tsx'
import styles from './runs-page.module.css'
import type { columnIds, RunsSearch } from './runs-search.ts'

export interface RunColumn {
  readonly id: (typeof columnIds)[number]
  readonly name: string
  /** A track of the grid. */
  readonly width: string
  readonly isNumber?: boolean
  /** Whether it is shown until somebody chooses otherwise. */
  readonly isUsual?: boolean
  readonly cell: (run: RunRowFragment) => ReactNode
}

export const runColumns: readonly RunColumn[] = [
  {
    id: 'status',
    name: 'Status',
    width: '126px',
    isUsual: true,
    cell: ({ status }) => <Status of={status} />,
  },
  {
    id: 'input',
    name: 'Input',
    width: 'minmax(200px, 1fr)',
    isUsual: true,
    cell: ({ input, error }) => (
      <span className={look.inline}>
        <span className={`${look.cut} ${styles.asked}`}>{input.slice(0, 300)}</span>
        {error && (
          <span className={`${look.cut} ${look.bad} ${styles.failure}`}>{error.message.slice(0, 200)}</span>
        )}
      </span>
    ),
  },
  {
    id: 'agent',
    name: 'Agent',
    width: 'minmax(170px, 0.4fr)',
    isUsual: true,
    cell: ({ agent }) => agent.name,
  },
  {
    id: 'tags',
    name: 'Tags',
    width: '130px',
    cell: ({ tags }) => (
      <span className={look.inline}>
        {tags.map((tag) => (
          <Label key={tag}>{tag}</Label>
        ))}
      </span>
    ),
  },
  {
    id: 'reason',
    name: 'Reason',
    width: '130px',
    cell: ({ terminationReason }) => terminationReason && formatEnum(terminationReason),
  },
  {
    id: 'created',
    name: 'Created',
    width: '92px',
    isUsual: true,
    cell: ({ createdAt }) => <Ago at={createdAt} />,
  },
  {
    id: 'completed',
    name: 'Completed',
    width: '190px',
    cell: ({ completedAt }) => completedAt && formatDateTime(completedAt),
  },
  {
    id: 'duration',
    name: 'Duration',
    width: '86px',
    isNumber: true,
    isUsual: true,
    cell: ({ status, startedAt, durationMs }) => (
      <Elapsed since={startedAt} ms={durationMs} isLive={status === 'RUNNING'} />
    ),
  },
  {
    id: 'steps',
    name: 'Steps',
    width: '58px',
    isNumber: true,
    isUsual: true,
    cell: ({ stepCount }) => <Counted text={stepCount} unit={stepCount === 1 ? 'step' : 'steps'} />,
  },
  {
    id: 'tokens',
    name: 'Tokens',
    width: '76px',
    isNumber: true,
    cell: ({ usage }) => <Counted text={formatCount(usage.totalTokens)} unit="tokens" />,
  },
  {
    id: 'cost',
    name: 'Cost',
    width: '76px',
    isNumber: true,
    isUsual: true,
    cell: ({ usage }) => costOf(usage),
  },
  { id: 'version', name: 'Version', width: '66px', isNumber: true, cell: ({ agentVersion }) => agentVersion },
  { id: 'by', name: 'Triggered by', width: '130px', cell: ({ triggeredBy }) => triggeredBy },
]

/** A count, which says on a phone what it counts. */
function Counted({ text, unit }: { readonly text: string | number; readonly unit: string }) {
  return (
    <>
      {text}
      <span className={styles.unit}> {unit}</span>
    </>
  )
}

/** The columns that a view names, or the usual ones. */
export function chosenColumns(ids: RunsSearch['columns']): readonly RunColumn[] {
  const chosen = runColumns.filter(({ id, isUsual }) => (ids ? ids.includes(id) : isUsual))
  return chosen.length > 0 ? chosen : runColumns.filter(({ isUsual }) => isUsual)
}
