import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import {
  CreateWorkflowDocument,
  WorkflowsDocument,
  type WorkflowsQuery,
} from '../../../generated/console/graphql.ts'
import { given, inPlace } from '../../data/search.ts'
import { usePages } from '../../data/use-list.ts'
import { Ask, useDialog } from '../../forms/ask.tsx'
import { Choice, Filters, SearchBox } from '../../forms/filter.tsx'
import { useForm } from '../../forms/use-form.ts'
import { TextField } from '../../ui/field.tsx'
import { anObject, readObject } from '../../ui/json-check.ts'
import { JsonEditor } from '../../ui/json-editor.tsx'
import look from '../../ui/look.module.css'
import { Label, Status } from '../../ui/status.tsx'
import { type Column, column, ListCard, numeric } from '../../ui/table.tsx'
import { Ago } from '../../ui/time.tsx'
import { SettingsPart } from './settings-part.tsx'
import type { SettingsSearch } from './settings-search.ts'

type WorkflowRow = WorkflowsQuery['workflows']['nodes'][number]

/** The stored plans of the project; each leads to its page. */
export function WorkflowsTab() {
  const { search, show } = useSearch({ from: '/settings' })
  const navigate = useNavigate({ from: '/settings' })
  const isArchived = show === 'ARCHIVED'
  const filter = { archived: isArchived ? ('ARCHIVED' as const) : ('ACTIVE' as const), search }
  const { list } = usePages(WorkflowsDocument, { filter }, ({ workflows }) => workflows)
  const { ask, dialog } = useDialog()
  const open = (view: Pick<SettingsSearch, 'search' | 'show'>) =>
    void navigate({ search: { tab: 'workflows', ...view }, ...inPlace })
  return (
    <SettingsPart
      text="A stored plan with parameters, which agents and callers run without a model."
      add="Add a workflow"
      onAdd={() => ask((onClose) => <CreateWorkflowDialog onClose={onClose} />)}
    >
      <Filters>
        <SearchBox
          label="Search workflows"
          placeholder="Search by name or description"
          value={search}
          onChange={(text) => open(given({ show, search: text }))}
        />
        <Choice
          label="Archived or not"
          any="Active"
          value={isArchived ? 'ARCHIVED' : undefined}
          options={[{ value: 'ARCHIVED', label: 'Archived' }]}
          onChange={(value) => open(given({ search, show: value }))}
        />
      </Filters>
      <ListCard
        label="Workflows"
        columns={columns}
        {...list}
        empty={search || isArchived ? 'No workflow matches.' : 'There are no workflows.'}
      />
      {dialog}
    </SettingsPart>
  )
}

const columns: readonly Column<WorkflowRow>[] = [
  column('Workflow', ({ id, name, slug, description }) => (
    <div className={look.two}>
      <Link to="/workflows/$workflowId" params={{ workflowId: id }} className={look.name}>
        {name}
      </Link>
      <span className={`${look.faint} ${look.clip}`}>{description ?? slug}</span>
    </div>
  )),
  numeric('Version', ({ version }) => version),
  numeric('Actions', ({ latest }) => latest.plan.waves.flat().length),
  column('Agent', ({ latest }) => (latest.agent ? <Label>{latest.agent}</Label> : '–')),
  numeric('Runs', ({ runs }) => runs.totalCount),
  column('Last run', ({ runs: { nodes } }) =>
    nodes[0] ? (
      <Link to="/runs/$runId" params={{ runId: nodes[0].id }}>
        <Status of={nodes[0].status} />
      </Link>
    ) : (
      '–'
    ),
  ),
  numeric('Changed', ({ updatedAt }) => <Ago at={updatedAt} />),
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
  const { values, field, put } = useForm({ slug: '', text: JSON.stringify(template, null, 2) })
  const definition = readObject(values.text)
  const slug = values.slug.trim()
  return (
    <Ask
      title="Add a workflow"
      verb="Add"
      isReady={slug !== '' && definition !== null}
      mutation={CreateWorkflowDocument}
      input={{ slug, definition: definition ?? {} }}
      onDone={({ id }) => navigate({ to: '/workflows/$workflowId', params: { workflowId: id } })}
      onClose={onClose}
    >
      <TextField
        isRequired
        label="Slug"
        isCode
        {...field('slug')}
        autoFocus
        hint="Lower case letters, digits and hyphens."
      />
      <JsonEditor
        label="Definition"
        value={values.text}
        onChange={(text) => put({ text })}
        schema={anObject}
      />
    </Ask>
  )
}
