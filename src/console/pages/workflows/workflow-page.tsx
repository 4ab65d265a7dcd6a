import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router'
import { WorkflowPageDocument } from '../../../generated/console/graphql.ts'
import { Page } from '../../ui/page.tsx'
import { Empty, Loading, Problem } from '../../ui/states.tsx'
import { Label } from '../../ui/status.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Ago } from '../../ui/time.tsx'
import { useList } from '../settings/use-list.ts'
import { DefinitionTab } from './definition-tab.tsx'
import { PlanTab } from './plan-tab.tsx'
import { RunsTab } from './runs-tab.tsx'
import { VersionsTab } from './versions-tab.tsx'
import { WorkflowActions } from './workflow-actions.tsx'
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
  if (error && !workflow)
    return (
      <Page title="Workflow">
        <Problem error={error} retry={refresh} />
      </Page>
    )
  if (!data)
    return (
      <Page title="Workflow">
        <Loading rows={12} />
      </Page>
    )
  if (!workflow)
    return (
      <Page title="Workflow" below={<Back />}>
        <Empty title="There is no such workflow.">It may have been deleted.</Empty>
      </Page>
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
          { id: 'definition', label: 'Definition', content: <DefinitionTab version={version} /> },
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
    <Link to="/settings" search={{ tab: 'workflows' }} className={styles.back}>
      Workflows
    </Link>
  )
}
