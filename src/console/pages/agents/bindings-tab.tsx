import { Link } from '@tanstack/react-router'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useQuery } from 'urql'
import {
  AgentOfOriginDocument,
  type AgentShownFragment,
  type BindingShownFragment,
  BindingsDocument,
  DeleteBindingDocument,
  SaveBindingDocument,
} from '../../../generated/console/graphql.ts'
import { useSession } from '../../data/session-provider.tsx'
import { useAction } from '../../data/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Card } from '../../ui/page.tsx'
import { Empty, Loading, Problem } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Ago } from '../../ui/time.tsx'
import { AskDialog } from '../run/dialogs/ask-dialog.tsx'
import styles from './agent-page.module.css'
import { PartNote } from './part-note.tsx'

type Open =
  | { readonly kind: 'save'; readonly binding: BindingShownFragment | null }
  | { readonly kind: 'delete'; readonly binding: BindingShownFragment }

/** The origins whose messages the agent answers, and which agent an origin gets. */
export function BindingsTab({ agent }: { readonly agent: AgentShownFragment }) {
  const { may } = useSession()
  const [{ data, error }, read] = useQuery({ query: BindingsDocument, requestPolicy: 'cache-and-network' })
  const [open, setOpen] = useState<Open | null>(null)
  const bindings = (data?.bindings.nodes ?? []).filter((binding) => binding.agent.id === agent.id)
  const isWhole = data?.bindings.totalCount === data?.bindings.nodes.length
  const close = () => setOpen(null)
  const done = () => {
    close()
    read({ requestPolicy: 'network-only' })
  }
  return (
    <div className={styles.stack}>
      <Card
        isFlush
        title="Bindings"
        aside={
          may('ADMIN') && (
            <Button size="small" onPress={() => setOpen({ kind: 'save', binding: null })}>
              <Plus /> Add
            </Button>
          )
        }
      >
        <Problem error={error} />
        {bindings.length > 0 ? (
          <Table
            label="Bindings of the agent"
            columns={may('ADMIN') ? [...columns, actionColumn(setOpen)] : columns}
            rows={bindings}
            keyOf={({ id }) => id}
          />
        ) : data ? (
          isWhole && (
            <Empty title="No binding names this agent.">
              A binding gives it the messages of a channel, an account, a group or a person, when a trigger
              names an origin in place of an agent.
            </Empty>
          )
        ) : (
          !error && <Loading rows={4} />
        )}
        {data && <PartNote of={data.bindings} name="bindings" />}
      </Card>
      <OfOrigin agent={agent} />
      {open?.kind === 'save' && (
        <BindingDialog agent={agent} binding={open.binding} onClose={close} onSaved={done} />
      )}
      {open?.kind === 'delete' && <DeleteDialog binding={open.binding} onClose={close} onDeleted={done} />}
    </div>
  )
}

const any = <span className={styles.faint}>any</span>

const columns: readonly Column<BindingShownFragment>[] = [
  { name: 'Channel', cell: ({ channel }) => channel ?? any },
  { name: 'Account', cell: ({ accountId }) => accountId ?? any },
  { name: 'Group', cell: ({ guildId }) => guildId ?? any },
  { name: 'Correspondent', cell: ({ peer }) => peer ?? any },
  { name: 'Saved', cell: ({ createdAt }) => <Ago at={createdAt} /> },
]

function actionColumn(open: (open: Open) => void): Column<BindingShownFragment> {
  return {
    name: 'Actions',
    isNumber: true,
    cell: (binding) => (
      <span className={styles.rowActions}>
        <Button
          size="small"
          kind="quiet"
          isIcon
          aria-label="Change the binding"
          onPress={() => open({ kind: 'save', binding })}
        >
          <Pencil />
        </Button>
        <Button
          size="small"
          kind="quiet"
          isIcon
          aria-label="Delete the binding"
          onPress={() => open({ kind: 'delete', binding })}
        >
          <Trash2 />
        </Button>
      </span>
    ),
  }
}

interface Origin {
  readonly channel: string
  readonly accountId: string
  readonly guildId: string
  readonly peer: string
}

const noOrigin: Origin = { channel: '', accountId: '', guildId: '', peer: '' }

/** The fields that are filled in: an empty one matches any value. */
function filled(origin: Origin): Partial<Origin> {
  return Object.fromEntries(Object.entries(origin).filter(([, value]) => value !== ''))
}

function OriginFields({
  origin,
  onChange,
  placeholder,
}: {
  readonly origin: Origin
  readonly onChange: (origin: Origin) => void
  readonly placeholder: string
}) {
  const field = (name: keyof Origin, label: string) => (
    <TextField
      label={label}
      value={origin[name]}
      placeholder={placeholder}
      onChange={(value) => onChange({ ...origin, [name]: value })}
    />
  )
  return (
    <div className={styles.ask}>
      {field('channel', 'Channel')}
      {field('accountId', 'Account of yours')}
      {field('guildId', 'Group')}
      {field('peer', 'Correspondent')}
    </div>
  )
}

function OfOrigin({ agent }: { readonly agent: AgentShownFragment }) {
  const [origin, setOrigin] = useState(noOrigin)
  const asked = filled(origin)
  const isAsked = Object.keys(asked).length > 0
  const [{ data, error, fetching }] = useQuery({
    query: AgentOfOriginDocument,
    variables: { origin: asked },
    pause: !isAsked,
    requestPolicy: 'network-only',
  })
  const found = data?.resolveAgent
  return (
    <Card title="Which agent answers this origin">
      <div className={styles.stack}>
        <OriginFields origin={origin} onChange={setOrigin} placeholder="none" />
        <Problem error={isAsked ? error : null} />
        <div className={styles.ruling} aria-live="polite">
          {!isAsked ? (
            <span className={styles.soft}>Fill in what a message comes with.</span>
          ) : fetching ? (
            <span className={styles.soft}>Looking for it…</span>
          ) : found ? (
            <Link className={styles.link} to="/agents/$agentId" params={{ agentId: found.slug }}>
              {found.id === agent.id ? 'This agent' : found.name}
            </Link>
          ) : (
            data && <span>No binding matches.</span>
          )}
        </div>
      </div>
    </Card>
  )
}

interface DialogProps {
  readonly onClose: () => void
}

function BindingDialog({
  agent,
  binding,
  onClose,
  onSaved,
}: DialogProps & {
  readonly agent: AgentShownFragment
  readonly binding: BindingShownFragment | null
  readonly onSaved: () => void
}) {
  const [origin, setOrigin] = useState<Origin>({
    channel: binding?.channel ?? '',
    accountId: binding?.accountId ?? '',
    guildId: binding?.guildId ?? '',
    peer: binding?.peer ?? '',
  })
  const { send, isSending, problem } = useAction(SaveBindingDocument, 'Binding')
  return (
    <AskDialog
      title={binding ? 'Change the binding' : 'Add a binding'}
      verb="Save"
      {...{ isSending, problem, onClose }}
      act={async () => {
        const input = { agent: agent.id, ...filled(origin), ...(binding && { id: binding.id }) }
        if (await send({ input })) onSaved()
      }}
    >
      <p>{agent.name} answers messages with this origin.</p>
      <OriginFields origin={origin} onChange={setOrigin} placeholder="any" />
    </AskDialog>
  )
}

function DeleteDialog({
  binding: { id },
  onClose,
  onDeleted,
}: DialogProps & { readonly binding: BindingShownFragment; readonly onDeleted: () => void }) {
  const { send, isSending, problem } = useAction(DeleteBindingDocument, 'DeletedBinding')
  return (
    <AskDialog
      title="Delete the binding"
      verb="Delete"
      isDanger
      {...{ isSending, problem, onClose }}
      act={async () => {
        if (await send({ input: { id } })) onDeleted()
      }}
    >
      <p>Messages with this origin go to the next binding that matches, or are refused.</p>
    </AskDialog>
  )
}
