import { Link } from '@tanstack/react-router'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useQuery, useSubscription } from 'urql'
import {
  RunChildrenDocument,
  RunChildrenUpdatesDocument,
  type TreeRunFragment,
} from '../../../generated/console/graphql.ts'
import { IconButton } from '../../ui/button.tsx'
import { costOf } from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import { Empty, Loading, Problem } from '../../ui/page.tsx'
import { Status } from '../../ui/status.tsx'
import { Elapsed } from '../../ui/time.tsx'
import type { RunOfPage } from './run-model.ts'
import styles from './tabs-of-run.module.css'

/** The runs that a run has started, and those that they have started. */
export function TreeTab({ run }: { readonly run: RunOfPage }) {
  return (
    <div className={styles.scroll}>
      <Children of={run.id} isRoot />
    </div>
  )
}

function Children({ of: id, isRoot = false }: { readonly of: string; readonly isRoot?: boolean }) {
  const [{ data, error, fetching }] = useQuery({ query: RunChildrenDocument, variables: { id } })
  useSubscription({ query: RunChildrenUpdatesDocument, variables: { parent: id } })
  const children = data?.run?.children
  if (error) return <Problem error={error} />
  if (!children) return fetching ? <Loading rows={3} height={30} /> : null
  if (children.nodes.length === 0)
    return isRoot ? (
      <Empty title="This run has no children.">
        A subagent, a workflow or a plan starts a run of its own.
      </Empty>
    ) : null
  return (
    <div className={isRoot ? look.list : `${look.list} ${styles.branch}`}>
      {children.nodes.map((child) => (
        <Child key={child.id} run={child} childCount={child.children.totalCount} />
      ))}
      {children.totalCount > children.nodes.length && (
        <Link className={look.soft} to="/runs" search={{ parent: id }}>
          All {children.totalCount} children
        </Link>
      )}
    </div>
  )
}

function Child({ run, childCount }: { readonly run: TreeRunFragment; readonly childCount: number }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <div className={`${look.box} ${look.inline} ${look.pressable} ${styles.child}`}>
        {childCount > 0 && (
          <IconButton
            label={isOpen ? 'Hide its children' : 'Show its children'}
            icon={isOpen ? ChevronDown : ChevronRight}
            onPress={() => setOpen(!isOpen)}
          />
        )}
        <Status of={run.status} />
        <Link to="/runs/$runId" params={{ runId: run.id }}>
          <strong>{run.agent.name}</strong> <span className={look.soft}>{run.input.slice(0, 100)}</span>
        </Link>
        <span className={look.spread} />
        <span className={look.soft}>
          <Elapsed since={run.startedAt} ms={run.durationMs} isLive={run.status === 'RUNNING'} /> ·{' '}
          {costOf(run.usage)}
        </span>
      </div>
      {isOpen && <Children of={run.id} />}
    </div>
  )
}
