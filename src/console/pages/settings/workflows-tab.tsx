import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import {
  CreateWorkflowDocument,
  SettingsWorkflowsDocument,
  type SettingsWorkflowsQuery,
} from '../../../generated/console/graphql.ts'
import { useSession } from '../../data/session-provider.tsx'
import { useAction } from '../../data/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { JsonEditor } from '../../ui/json-editor.tsx'
import { Card } from '../../ui/page.tsx'
import { Empty, Loading, Problem } from '../../ui/states.tsx'
import { Label, Status } from '../../ui/status.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Ago } from '../../ui/time.tsx'
import { AskDialog } from '../run/dialogs/ask-dialog.tsx'
import { Intro } from './intro.tsx'
import { anObject, readObject } from './json-text.ts'
import { Pager } from './pager.tsx'
import styles from './settings-page.module.css'
import { useList } from './use-list.ts'

type WorkflowRow = SettingsWorkflowsQuery['workflows']['nodes'][number]

/** The stored plans of the project; each leads to its page. */
export function WorkflowsTab() {
  const { search = '', show } = useSearch({ from: '/settings' })
  const navigate = useNavigate({ from: '/settings' })
  const { may } = useSession()
  const [isCreating, setCreating] = useState(false)
  const [after, setAfter] = useState<readonly string[]>([])
  const isArchived = show === 'ARCHIVED'
  const { data, error, refresh } = useList(SettingsWorkflowsDocument, {
    filter: { archived: isArchived ? 'ARCHIVED' : 'ACTIVE', ...(search && { search }) },
    after: after.at(-1) ?? null,
  })
  const workflows = data?.workflows.nodes ?? []
  const open = (changes: { readonly search?: string; readonly show?: string }) => {
    setAfter([])
    void navigate({
      search: {
        tab: 'workflows',
        ...(search && { search }),
        ...(show && { show }),
        ...changes,
      },
      replace: true,
    })
  }
  return (
    <>
      <Intro text="A stored plan with parameters, which agents and callers run without a model.">
        {may('ADMIN') && (
          <Button kind="primary" onPress={() => setCreating(true)}>
            <Plus /> Add a workflow
          </Button>
        )}
      </Intro>
      <div className={styles.tools}>
        <div className={styles.search}>
          <TextField
            label="Search workflows"
            isBare
            type="search"
            placeholder="Search by name or description"
            value={search}
            onChange={(text) => open({ search: text })}
          />
        </div>
        <div className={styles.small}>
          <SelectField
            label="Archived or not"
            isBare
            value={isArchived ? 'ARCHIVED' : 'ACTIVE'}
            options={[
              { value: 'ACTIVE', label: 'Active' },
              { value: 'ARCHIVED', label: 'Archived' },
            ]}
            onChange={(value) => open({ show: value })}
          />
        </div>
      </div>
      <Problem error={error} retry={refresh} />
      <Card isFlush>
        {!data && !error && <Loading rows={3} height={26} />}
        {data?.workflows.totalCount === 0 && (
          <Empty title={search || isArchived ? 'No workflow matches.' : 'There are no workflows.'} />
        )}
        {workflows.length > 0 && (
          <Table label="Workflows" columns={columns} rows={workflows} keyOf={({ id }) => id} />
        )}
        {data && <Pager of={data.workflows} after={after} onTurn={setAfter} />}
      </Card>
      {isCreating && <CreateWorkflowDialog onClose={() => setCreating(false)} />}
    </>
  )
}

const columns: readonly Column<WorkflowRow>[] = [
  {
    name: 'Workflow',
    cell: ({ id, name, slug, description }) => (
      <div className={styles.two}>
        <Link to="/workflows/$workflowId" params={{ workflowId: id }} className={styles.main}>
          {name}
        </Link>
        <span className={`${styles.sub} ${styles.clip}`}>{description ?? slug}</span>
      </div>
    ),
  },
  { name: 'Version', isNumber: true, cell: ({ version }) => version },
  {
    name: 'Actions',
    isNumber: true,
    cell: ({ latest }) => latest.plan.waves.flat().length,
  },
  { name: 'Agent', cell: ({ latest }) => (latest.agent ? <Label>{latest.agent}</Label> : '–') },
  { name: 'Runs', isNumber: true, cell: ({ runs }) => runs.totalCount },
  {
    name: 'Last run',
    cell: ({ runs: { nodes } }) =>
      nodes[0] ? (
        <Link to="/runs/$runId" params={{ runId: nodes[0].id }}>
          <Status of={nodes[0].status} />
        </Link>
      ) : (
        '–'
      ),
  },
  { name: 'Changed', isNumber: true, cell: ({ updatedAt }) => <Ago at={updatedAt} /> },
]

const template = {
  description: 'What it is for.',
  parameters: { properties: { pieces: { type: 'number' } }, required: ['pieces'] },
  plan: {
    actions: [
      {
        name: 'price',
        type: 'TOOL',
        target: 'calculator',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: a plan refers to values so.
        parameters: { expression: '${pieces} * 4.25' },
        outputKey: 'price',
      },
    ],
  },
  output: '$price',
}

function CreateWorkflowDialog({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate()
  const [slug, setSlug] = useState('')
  const [text, setText] = useState(JSON.stringify(template, null, 2))
  const { send, isSending, problem } = useAction(CreateWorkflowDocument, 'Workflow')
  const definition = readObject(text)
  return (
    <AskDialog
      title="Add a workflow"
      verb="Add"
      isReady={slug.trim() !== '' && definition !== null}
      {...{ isSending, problem, onClose }}
      act={async () => {
        if (!definition) return
        const created = await send({ input: { slug: slug.trim(), definition } })
        if (created) void navigate({ to: '/workflows/$workflowId', params: { workflowId: created.id } })
      }}
    >
      <TextField
        label="Slug"
        isCode
        value={slug}
        onChange={setSlug}
        autoFocus
        hint="Lower case letters, digits and hyphens."
      />
      <JsonEditor label="Definition" value={text} onChange={setText} schema={anObject} />
    </AskDialog>
  )
}
