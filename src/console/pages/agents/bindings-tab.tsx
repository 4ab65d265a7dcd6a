import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useQuery } from 'urql'
import {
  AgentOfOriginDocument,
  type AgentShownFragment,
  type BindingShownFragment,
  BindingsDocument,
  DeleteBindingDocument,
  SaveBindingDocument,
} from '../../../generated/console/graphql.ts'
import { useSession } from '../../data/session.ts'
import { useList } from '../../data/use-list.ts'
import { Ask, useDialog } from '../../forms/ask.tsx'
import { useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import look from '../../ui/look.module.css'
import { Card, Empty, Problem } from '../../ui/page.tsx'
import { type Column, column, ListCard } from '../../ui/table.tsx'
import { Ago } from '../../ui/time.tsx'
import { anyValue, changes, PartNote } from './agent-notes.tsx'

/** The origins whose messages the agent answers, and which agent an origin gets. */
export function BindingsTab({ agent }: { readonly agent: AgentShownFragment }) {
  const { may } = useSession()
  const { data, error, refresh } = useList(BindingsDocument, {})
  const { ask, remove, dialog } = useDialog(refresh)
  const isWhole = data?.bindings.totalCount === data?.bindings.nodes.length
  const edit = (binding: BindingShownFragment | null) =>
    ask((onClose) => <BindingDialog {...{ agent, binding, onClose }} />)
  const actions = changes<BindingShownFragment>('binding', {
    edit,
    remove: ({ id }) =>
      remove('the binding', {
        mutation: DeleteBindingDocument,
        input: { id },
        children: 'Messages with this origin go to the next binding that matches, or are refused.',
      }),
  })
  return (
    <div className={look.stack}>
      <ListCard
        title="Bindings"
        label="Bindings of the agent"
        aside={may('ADMIN') && <Button icon={Plus} label="Add" size="small" onPress={() => edit(null)} />}
        columns={may('ADMIN') ? [...columns, actions] : columns}
        rows={data?.bindings.nodes.filter((binding) => binding.agent.id === agent.id)}
        error={error}
        empty={
          isWhole && (
            <Empty title="No binding names this agent.">
              A binding gives it the messages of a channel, an account, a group or a person, when a trigger
              names an origin in place of an agent.
            </Empty>
          )
        }
      />
      {data && <PartNote of={data.bindings} name="bindings" />}
      <OfOrigin agent={agent} />
      {dialog}
    </div>
  )
}

const columns: readonly Column<BindingShownFragment>[] = [
  column('Channel', ({ channel }) => channel ?? anyValue),
  column('Account', ({ accountId }) => accountId ?? anyValue),
  column('Group', ({ guildId }) => guildId ?? anyValue),
  column('Correspondent', ({ peer }) => peer ?? anyValue),
  column('Saved', ({ createdAt }) => <Ago at={createdAt} />),
]

/** A form of an origin; an empty field matches any value. */
function useOrigin(binding: BindingShownFragment | null, placeholder: string) {
  const { values, field } = useForm({
    channel: binding?.channel ?? '',
    accountId: binding?.accountId ?? '',
    guildId: binding?.guildId ?? '',
    peer: binding?.peer ?? '',
  })
  const filled: Partial<typeof values> = Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== ''),
  )
  const fields = (
    <div className={look.fields}>
      <TextField label="Channel" placeholder={placeholder} {...field('channel')} />
      <TextField label="Account of yours" placeholder={placeholder} {...field('accountId')} />
      <TextField label="Group" placeholder={placeholder} {...field('guildId')} />
      <TextField label="Correspondent" placeholder={placeholder} {...field('peer')} />
    </div>
  )
  return { filled, fields }
}

function OfOrigin({ agent }: { readonly agent: AgentShownFragment }) {
  const { filled, fields } = useOrigin(null, 'none')
  const isAsked = Object.keys(filled).length > 0
  const [{ data, error, fetching }] = useQuery({
    query: AgentOfOriginDocument,
    variables: { origin: filled },
    pause: !isAsked,
    requestPolicy: 'network-only',
  })
  const found = data?.resolveAgent
  const words = !isAsked ? 'Fill in what a message comes with.' : fetching ? 'Looking for it…' : null
  return (
    <Card title="Which agent answers this origin">
      <div className={look.stack}>
        {fields}
        <Problem error={isAsked ? error : null} />
        <div className={look.notice} aria-live="polite">
          {words && <span className={look.soft}>{words}</span>}
          {!words && found && (
            <Link className={look.accent} to="/agents/$agentId" params={{ agentId: found.slug }}>
              {found.id === agent.id ? 'This agent' : found.name}
            </Link>
          )}
          {!words && !found && data && 'No binding matches.'}
        </div>
      </div>
    </Card>
  )
}

function BindingDialog(props: {
  readonly agent: AgentShownFragment
  readonly binding: BindingShownFragment | null
  readonly onClose: () => void
}) {
  const { agent, binding, onClose } = props
  const { filled, fields } = useOrigin(binding, 'any')
  return (
    <Ask
      title={binding ? 'Change the binding' : 'Add a binding'}
      verb="Save"
      mutation={SaveBindingDocument}
      input={{ agent: agent.id, ...filled, ...(binding && { id: binding.id }) }}
      onClose={onClose}
    >
      <p>{agent.name} answers messages with this origin.</p>
      {fields}
    </Ask>
  )
}
