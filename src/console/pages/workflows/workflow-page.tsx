import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router'
import { WorkflowPageDocument } from '../../../generated/console/graphql.ts'
import { useList } from '../../data/use-list.ts'
import { JsonView } from '../../ui/json-view.tsx'
import look from '../../ui/look.module.css'
import { Card, Page, PageWithout, Problem } from '../../ui/page.tsx'
import { Label } from '../../ui/status.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Ago } from '../../ui/time.tsx'
import { PlanTab } from './plan-tab.tsx'
import { RunsTab } from './runs-tab.tsx'
import { VersionsTab } from './versions-tab.tsx'
import { definitionOf, WorkflowActions } from './workflow-actions.tsx'
import styles from './workflow-page.module.css'
import type { WorkflowSearch } from './workflow-search.ts'

export const route = createLazyRoute('/workflows/$workflowId')({ component: WorkflowPage })

/** A stored plan: drawn, as JSON, its versions, and the runs that executed it. */
function WorkflowPage() {
  const { workflowId } = route.useParams()
  const view = route.useSearch()
  const navigate = useNavigate({ from: '/workflows/$workflowId' })
  const { data, error, refresh } = useList(WorkflowPageDocument, { id: workflowId })
  const workflow = data?.workflow
  if (!workflow)
    return (
      <PageWithout
        title="Workflow"
        below={<Back />}
        error={error}
        retry={refresh}
        missing={data && 'There is no such workflow.'}
      >
        It may have been deleted.
      </PageWithout>
    )

  const versions = workflow.versions.nodes
  const newest = versions[0]
  const version = versions.find(({ number }) => number === view.version) ?? newest
  const show = (next: WorkflowSearch) => void navigate({ search: next, replace: true })
  if (!version || !newest) return null
  return (
    <Page
      title={workflow.name}
      beside={
        <>
          <Label>{`Version ${version.number}`}</Label>
          {version !== newest && <Label tone="waiting">{`Newest is ${newest.number}`}</Label>}
          {workflow.archivedAt && <Label tone="cancelled">Archived</Label>}
        </>
      }
      below={
        <>
          <Back />
          <code>{workflow.slug}</code>
          {version.agent && <span>Run by {version.agent}</span>}
          <span>
            Changed <Ago at={workflow.updatedAt} />
          </span>
        </>
      }
      actions={<WorkflowActions workflow={workflow} newest={newest} onChange={refresh} />}
    >
      {view.version !== undefined && version.number !== view.version && (
        <Problem
          error={`Version ${view.version} is not among the newest ${versions.length}. The newest is shown.`}
        />
      )}
      {version.description && <p className={styles.description}>{version.description}</p>}
      <Tabs
        label="Parts of the workflow"
        current={view.tab ?? 'plan'}
        onChange={(tab) => show({ ...(view.version && { version: view.version }), tab })}
        tabs={[
          {
            id: 'plan',
            label: 'Plan',
            content: (
              <PlanTab
                version={version}
                open={view.action}
                onOpen={({ action: _, ...rest }, action) => show(action ? { ...rest, action } : rest)}
                view={view}
              />
            ),
          },
          {
            id: 'definition',
            label: 'Definition',
            content: (
              <Card title={`Definition of version ${version.number}`}>
                <JsonView label="Definition" value={definitionOf(version)} />
              </Card>
            ),
          },
          {
            id: 'versions',
            label: 'Versions',
            count: workflow.versions.totalCount,
            content: (
              <VersionsTab
                workflow={workflow}
                versions={versions}
                count={workflow.versions.totalCount}
                onChange={refresh}
              />
            ),
          },
          { id: 'runs', label: 'Runs', content: <RunsTab workflowId={workflow.id} /> },
        ]}
      />
    </Page>
  )
}

function Back() {
  return (
    <Link to="/settings" search={{ tab: 'workflows' }} className={look.underlined}>
      Workflows
    </Link>
  )
}
