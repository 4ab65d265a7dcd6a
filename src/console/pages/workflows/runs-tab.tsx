import { Link } from '@tanstack/react-router'
import { WorkflowRunsDocument, type WorkflowRunsQuery } from '../../../generated/console/graphql.ts'
import { usePages } from '../../data/use-list.ts'
import { useRunChanges } from '../../data/use-run-changes.ts'
import { costOf } from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import { Status } from '../../ui/status.tsx'
import { type Column, column, ListCard, numeric } from '../../ui/table.tsx'
import { Ago, Elapsed } from '../../ui/time.tsx'

type Run = NonNullable<WorkflowRunsQuery['workflow']>['runs']['nodes'][number]

/** The runs that executed a workflow, newest first. They are live. */
export function RunsTab({ workflowId }: { readonly workflowId: string }) {
  const variables = { id: workflowId }
  const { list, refresh } = usePages(WorkflowRunsDocument, variables, ({ workflow }) => workflow?.runs)
  useRunChanges({ workflow: workflowId }, refresh)
  return (
    <ListCard
      label="Runs of the workflow"
      columns={columns}
      {...list}
      empty="Nothing has run it yet."
      turns={['Newer', 'Older']}
    />
  )
}

const columns: readonly Column<Run>[] = [
  column('Run', ({ id, status }) => (
    <Link to="/runs/$runId" params={{ runId: id }} aria-label={`Run of ${id}`}>
      <Status of={status} />
    </Link>
  )),
  numeric('Version', ({ workflowVersion }) => workflowVersion),
  column('Agent', ({ agent }) => (
    <Link to="/agents/$agentId" params={{ agentId: agent.id }}>
      {agent.name}
    </Link>
  )),
  column('Output', ({ output, error }) =>
    error ? (
      <span className={look.bad}>{error.message}</span>
    ) : (
      <code className={look.clip}>{output == null ? '–' : JSON.stringify(output)?.slice(0, 160)}</code>
    ),
  ),
  column('Triggered by', ({ triggeredBy }) => triggeredBy),
  numeric('Duration', ({ startedAt, durationMs }) => <Elapsed since={startedAt} ms={durationMs} />),
  numeric('Cost', ({ usage }) => costOf(usage)),
  numeric('Created', ({ createdAt }) => <Ago at={createdAt} />),
]
