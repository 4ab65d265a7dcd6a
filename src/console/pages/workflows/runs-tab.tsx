import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { WorkflowRunsDocument, type WorkflowRunsQuery } from '../../../generated/console/graphql.ts'
import { useRunChanges } from '../../data/use-run-changes.ts'
import { costOf } from '../../ui/format.ts'
import { Card } from '../../ui/page.tsx'
import { PageTurner } from '../../ui/page-turner.tsx'
import { Empty, Loading, Problem } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Ago, Elapsed } from '../../ui/time.tsx'
import { useList } from '../settings/use-list.ts'
import styles from './workflow-page.module.css'

type Run = NonNullable<WorkflowRunsQuery['workflow']>['runs']['nodes'][number]

/** The runs that executed a workflow, newest first. They are live. */
export function RunsTab({ workflowId }: { readonly workflowId: string }) {
  const [after, setAfter] = useState<readonly string[]>([])
  const { data, error, refresh } = useList(WorkflowRunsDocument, {
    id: workflowId,
    after: after.at(-1) ?? null,
  })
  const page = data?.workflow?.runs
  useRunChanges({ workflow: workflowId }, refresh)
  if (error && !page) return <Problem error={error} retry={refresh} />
  return (
    <Card isFlush>
      {!page && <Loading rows={6} height={24} />}
      {page?.nodes.length === 0 && <Empty title="Nothing has run it yet." />}
      {page && page.nodes.length > 0 && (
        <>
          <Table label="Runs of the workflow" columns={columns} rows={page.nodes} keyOf={({ id }) => id} />
          <PageTurner of={page} after={after} onTurn={setAfter} words={['Newer', 'Older']} />
        </>
      )}
    </Card>
  )
}

const columns: readonly Column<Run>[] = [
  {
    name: 'Run',
    cell: ({ id, status }) => (
      <Link to="/runs/$runId" params={{ runId: id }} aria-label={`Run of ${id}`}>
        <Status of={status} />
      </Link>
    ),
  },
  { name: 'Version', isNumber: true, cell: ({ workflowVersion }) => workflowVersion },
  {
    name: 'Agent',
    cell: ({ agent }) => (
      <Link to="/agents/$agentId" params={{ agentId: agent.id }}>
        {agent.name}
      </Link>
    ),
  },
  {
    name: 'Output',
    cell: ({ output, error }) =>
      error ? (
        <span className={styles.bad}>{error.message}</span>
      ) : (
        <code className={styles.clip}>{output == null ? '–' : JSON.stringify(output)?.slice(0, 160)}</code>
      ),
  },
  { name: 'Triggered by', cell: ({ triggeredBy }) => triggeredBy },
  {
    name: 'Duration',
    isNumber: true,
    cell: ({ startedAt, durationMs }) => <Elapsed since={startedAt} ms={durationMs} />,
  },
  { name: 'Cost', isNumber: true, cell: ({ usage }) => costOf(usage) },
  { name: 'Created', isNumber: true, cell: ({ createdAt }) => <Ago at={createdAt} /> },
]
