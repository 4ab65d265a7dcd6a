import { Link } from '@tanstack/react-router'
import { ChevronDown, ChevronRight, X } from 'lucide-react'
import { useState } from 'react'
import type { CombinedError } from 'urql'
import type { RunBehindFragment, UsageFiguresFragment } from '../../../generated/console/graphql.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { costOf, formatCount, formatWhole } from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import { Card } from '../../ui/page.tsx'
import { Empty, Loading, Problem } from '../../ui/states.tsx'
import { StatusDot } from '../../ui/status.tsx'
import { Ago } from '../../ui/time.tsx'
import type { RunsSearch } from '../runs/runs-search.ts'
import { CallsOfRun } from './calls-of-run.tsx'
import styles from './usage.module.css'
import type { Grouping } from './usage-search.ts'

export interface RunWithUsage {
  /** Null for runs that are no longer kept. */
  readonly run: RunBehindFragment | null
  readonly usage: UsageFiguresFragment
}

/** Runs that are shown until more are asked for. */
const pageSize = 15

/** The runs behind a bar or a row, the most expensive first, each with its model calls. */
export function Behind({
  title,
  by,
  item,
  runs,
  error,
  search,
  onClose,
}: {
  readonly title: string
  readonly by: Grouping
  readonly item: string | undefined
  /** Undefined while they are being read, null where they cannot be listed. */
  readonly runs: readonly RunWithUsage[] | null | undefined
  readonly error: CombinedError | undefined
  /** The same runs as a list; null where no filter finds them. */
  readonly search: RunsSearch | null
  readonly onClose: () => void
}) {
  const [shown, setShown] = useState(pageSize)
  return (
    <Card
      title={title}
      isFlush
      aside={
        <>
          {search && (
            <Link className={look.link} to="/runs" search={{ ...search, order: 'COST' }}>
              As a list
            </Link>
          )}
          <IconButton label="Close" onPress={onClose}>
            <X />
          </IconButton>
        </>
      }
    >
      <Problem error={error} />
      {runs === undefined ? (
        !error && <Loading rows={4} height={22} />
      ) : runs === null ? (
        <Empty title="These runs cannot be listed.">No filter finds the runs of this group.</Empty>
      ) : runs.length === 0 ? (
        <Empty title="No runs are behind this." />
      ) : (
        <ul className={styles.runs}>
          {runs.slice(0, shown).map(({ run, usage }) => (
            <RunLine key={run?.id ?? ''} {...{ run, usage, by, item }} />
          ))}
        </ul>
      )}
      {runs && runs.length > shown && (
        <div className={styles.more}>
          <Button size="small" onPress={() => setShown(shown + 50)}>
            Show more of {formatWhole(runs.length)}
          </Button>
        </div>
      )}
    </Card>
  )
}

function RunLine({
  run,
  usage,
  by,
  item,
}: RunWithUsage & { readonly by: Grouping; readonly item: string | undefined }) {
  const [isOpen, setOpen] = useState(false)
  const figures = (
    <>
      <span className={`${styles.note} ${look.soft}`}>
        {formatCount(usage.requests)} {usage.requests === 1 ? 'call' : 'calls'}
      </span>
      <span className={`${styles.note} ${look.soft}`}>{formatCount(usage.totalTokens)} tokens</span>
      <strong className={look.number}>{costOf(usage)}</strong>
    </>
  )
  if (!run)
    return (
      <li className={styles.line}>
        <span />
        <span className={`${look.cut} ${look.soft}`}>Runs that are no longer kept</span>
        {figures}
      </li>
    )
  return (
    <li>
      <div className={styles.line}>
        <IconButton
          aria-expanded={isOpen}
          label={`Model calls of the run of ${run.agent.name}`}
          onPress={() => setOpen(!isOpen)}
        >
          {isOpen ? <ChevronDown /> : <ChevronRight />}
        </IconButton>
        <Link className={`${look.cut} ${look.soft}`} to="/runs/$runId" params={{ runId: run.id }}>
          <StatusDot of={run.status} /> <strong>{run.agent.name}</strong> {run.input.slice(0, 120)}{' '}
          <Ago at={run.createdAt} />
        </Link>
        {figures}
      </div>
      {isOpen && <CallsOfRun runId={run.id} by={by} item={item} />}
    </li>
  )
}
