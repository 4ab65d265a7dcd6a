import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router'
import { Pencil, Play } from 'lucide-react'
import { useState } from 'react'
import {
  ArchiveWorkflowDocument,
  DeleteWorkflowDocument,
  RestoreWorkflowDocument,
  RunWorkflowDocument,
  UpdateWorkflowDocument,
  type WorkflowHeadFragment,
  WorkflowPageDocument,
  type WorkflowVersionShownFragment,
} from '../../../generated/console/graphql.ts'
import { useNotThere } from '../../data/not-there.ts'
import { inPlace } from '../../data/search.ts'
import { useSession } from '../../data/session.ts'
import { useList } from '../../data/use-list.ts'
import { useAgentChoices } from '../../forms/agent-choice.tsx'
import { Ask, useDialog } from '../../forms/ask.tsx'
import { LifeMenu } from '../../forms/life-menu.tsx'
import { type PricingChoice, PricingField } from '../../forms/pricing-field.tsx'
import { Button } from '../../ui/button.tsx'
import { anObject, readObject } from '../../ui/json-check.ts'
import { JsonEditor } from '../../ui/json-editor.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import look from '../../ui/look.module.css'
import { Card, Page, PageWithout } from '../../ui/page.tsx'
import { PickOneField } from '../../ui/pick-field.tsx'
import { Label } from '../../ui/status.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Ago } from '../../ui/time.tsx'
import { exampleOf } from './plan-json.ts'
import { PlanTab } from './plan-tab.tsx'
import { RunsTab } from './runs-tab.tsx'
import { VersionsTab } from './versions-tab.tsx'
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
  const versions = workflow?.versions.nodes ?? []
  const newest = versions[0]
  const asked = versions.find(({ number }) => number === view.version)
  const version = asked ?? newest
  useNotThere('version', view.version, newest !== undefined && asked === undefined)
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

  const show = (next: WorkflowSearch) => void navigate({ search: next, ...inPlace })
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

/** Actions on a workflow, as far as the caller's role allows. */
function WorkflowActions(props: {
  readonly workflow: WorkflowHeadFragment
  readonly newest: WorkflowVersionShownFragment
  readonly onChange: () => void
}) {
  const { workflow, newest, onChange } = props
  const { may } = useSession()
  const navigate = useNavigate()
  const { ask, dialog } = useDialog(onChange)
  const { id, name } = workflow
  const isArchived = workflow.archivedAt != null
  return (
    <>
      {may('ADMIN') && (
        <Button
          icon={Pencil}
          label="Edit"
          onPress={() => ask((onClose) => <EditDialog {...{ workflow, newest, onClose }} />)}
        />
      )}
      {may('OPERATOR') && !isArchived && (
        <Button
          icon={Play}
          label="Run"
          kind="primary"
          onPress={() => ask((onClose) => <RunDialog {...{ workflow, newest, onClose }} />)}
        />
      )}
      {may('ADMIN') && (
        <LifeMenu
          {...{ id, isArchived }}
          name={`“${name}”`}
          archive={{
            mutation: ArchiveWorkflowDocument,
            means: 'It can no longer be run. Its runs continue, and its slug stays reserved.',
          }}
          restore={{ mutation: RestoreWorkflowDocument, means: 'It can be run again.' }}
          remove={{
            mutation: DeleteWorkflowDocument,
            means:
              'The workflow is deleted with its versions. One that has runs cannot be deleted: archive it.',
          }}
          onRemoved={() => navigate({ to: '/settings', search: { tab: 'workflows' } })}
          onClosed={onChange}
        />
      )}
      {dialog}
    </>
  )
}

interface Props {
  readonly workflow: WorkflowHeadFragment
  readonly newest: WorkflowVersionShownFragment
  readonly onClose: () => void
}

/** Starts a run of the newest version with parameters, and opens it. */
function RunDialog({ workflow: { id, name }, newest, onClose }: Props) {
  const navigate = useNavigate()
  const { agents, onSearch } = useAgentChoices()
  const [agent, setAgent] = useState(newest.agent ?? '')
  const [pricing, setPricing] = useState<PricingChoice>('')
  const [text, setText] = useState(() => JSON.stringify(exampleOf(newest.parameters), null, 2))
  const parameters = readObject(text)
  return (
    <Ask
      title={`Run “${name}”`}
      verb="Run"
      isReady={parameters !== null}
      mutation={RunWorkflowDocument}
      input={{ workflow: id, parameters, ...(agent && { agent }), ...(pricing && { pricing }) }}
      onDone={(run) => navigate({ to: '/runs/$runId', params: { runId: run.id } })}
      onClose={onClose}
    >
      <PickOneField
        label="Agent"
        any="That of the workflow"
        value={agent}
        options={agents}
        onSearch={onSearch}
        onChange={setAgent}
        hint="The plan uses its tools, data stores (relics), limits and permissions."
      />
      <PricingField value={pricing} onChange={setPricing} />
      <JsonEditor label="Parameters" value={text} onChange={setText} schema={newest.parameters} />
    </Ask>
  )
}

/** Changes the definition as JSON: the server checks it, and makes a new version of it. */
function EditDialog({ workflow: { id, name }, newest, onClose }: Props) {
  const [text, setText] = useState(() => JSON.stringify(definitionOf(newest), null, 2))
  const definition = readObject(text)
  return (
    <Ask
      title={`Edit “${name}”`}
      verb={`Save as version ${newest.number + 1}`}
      width={820}
      isReady={definition !== null}
      mutation={UpdateWorkflowDocument}
      input={{ id, expectedVersion: newest.number, definition: definition ?? {} }}
      onClose={onClose}
    >
      <JsonEditor label="Definition" value={text} onChange={setText} schema={anObject} autoFocus />
      <p>The server checks it and makes a new version of it. Runs that are at work keep theirs.</p>
    </Ask>
  )
}

/** The definition that `updateWorkflow` takes. */
function definitionOf(version: WorkflowVersionShownFragment) {
  const { name, description, agent, parameters, output, plan } = version
  return { name, description, agent, parameters, plan: plan.json, output }
}
