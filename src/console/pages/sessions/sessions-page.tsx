import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router'
import { MessageSquarePlus } from 'lucide-react'
import { useState } from 'react'
import { useQuery, useSubscription } from 'urql'
import {
  RunsThatSayDocument,
  type SessionRowFragment,
  SessionsDocument,
  SessionsUpdatesDocument,
  TriggerRunDocument,
} from '../../../generated/console/graphql.ts'
import { given, inPlace } from '../../data/search.ts'
import { useSession } from '../../data/session.ts'
import { useList, useStateOf } from '../../data/use-list.ts'
import { useRunChanges } from '../../data/use-run-changes.ts'
import { AgentChoice, useAgentField } from '../../forms/agent-choice.tsx'
import { Ask } from '../../forms/ask.tsx'
import { Choice, Filters, SearchBox } from '../../forms/filter.tsx'
import { useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { costOf, formatCount, formatTotal, formatWhole } from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import { Card, Empty, Loading, Page, Problem } from '../../ui/page.tsx'
import { Status } from '../../ui/status.tsx'
import turner from '../../ui/table.module.css'
import { type Column, column, ListCard, MoreButton, numeric } from '../../ui/table.tsx'
import { Ago } from '../../ui/time.tsx'
import { nameOfSession } from './session-name.ts'
import styles from './sessions-page.module.css'
import type { SessionsSearch } from './sessions-search.ts'

export const route = createLazyRoute('/sessions')({ component: SessionsPage })

/** The conversations of the project, the last active first. The filters are in the address. */
function SessionsPage() {
  const view = route.useSearch()
  const { may } = useSession()
  const [isOpening, setOpening] = useState(false)
  return (
    <Page
      title="Conversations"
      actions={
        may('OPERATOR') && (
          <Button
            icon={MessageSquarePlus}
            label="New conversation"
            kind="primary"
            onPress={() => setOpening(true)}
          />
        )
      }
    >
      <Tools view={view} />
      <SessionsCard view={view} />
      {view.search && <SaidCard text={view.search} />}
      {isOpening && <NewSessionDialog of={view.agent} onClose={() => setOpening(false)} />}
    </Page>
  )
}

function Tools({ view }: { readonly view: SessionsSearch }) {
  const navigate = useNavigate({ from: '/sessions' })
  const show = (search: SessionsSearch) => void navigate({ search, ...inPlace })
  return (
    <Filters>
      <SearchBox
        placeholder="Search by key, channel, user, or what was said"
        value={view.search}
        onChange={(search) => show(given({ ...view, search }))}
      />
      <AgentChoice any="Any agent" value={view.agent} onChange={(agent) => show(given({ ...view, agent }))} />
      <Choice
        label="Activity"
        any="Active or idle"
        value={view.activity}
        options={activities}
        onChange={(activity) => show(given({ ...view, activity }))}
      />
      <Choice
        label="Order"
        any="Last active first"
        value={view.order === 'CREATED_AT' ? view.order : undefined}
        options={orders}
        onChange={(order) => show(given({ ...view, order }))}
      />
    </Filters>
  )
}

const activities = [
  { value: 'active', label: 'Active now' },
  { value: 'idle', label: 'Idle' },
] as const
const orders = [{ value: 'CREATED_AT', label: 'Newest first' }] as const

function SessionsCard({ view }: { readonly view: SessionsSearch }) {
  // Another view begins at its start.
  const [after, setAfter] = useStateOf<string | null>(JSON.stringify(view), null)
  const variables = { after, ...toVariables(view) }
  const { data, error, isLoading, refresh } = useList(SessionsDocument, variables)
  const rows = data?.sessions.nodes
  // The changes of a shown row come with the update. Its new place, and a new row, are on the first page. With further pages
  // behind it that page stays as it is: those begin after its last row.
  useSubscription({ query: SessionsUpdatesDocument })
  useRunChanges({}, () => {
    if (after === null) refresh()
  })
  const isNarrowed = Object.keys(view).length > 0
  return (
    <ListCard
      label="Conversations"
      columns={columns}
      rows={rows}
      error={rows ? null : error}
      retry={refresh}
      empty={
        <Empty title={isNarrowed ? 'No conversation matches.' : 'There are no conversations yet.'}>
          {view.search
            ? 'Keys were searched here; where the text was said stands below.'
            : 'Runs with the same session key share one history. Trigger a run with a session key, or begin a conversation here.'}
        </Empty>
      }
    >
      <footer className={`${look.ends} ${look.soft} ${turner.footer}`}>
        <span aria-live="polite">
          {formatWhole(rows?.length ?? 0)} of {formatTotal(data?.sessions.totalCount ?? 0)}
        </span>
        <MoreButton of={data?.sessions.pageInfo} isDisabled={isLoading} onMore={setAfter} />
      </footer>
    </ListCard>
  )
}

const columns: readonly Column<SessionRowFragment>[] = [
  column('Conversation', ({ key }) => (
    <Link
      to="/sessions/$sessionKey"
      params={{ sessionKey: key }}
      className={`${look.name} ${look.cut} ${styles.name}`}
    >
      {nameOfSession(key)}
    </Link>
  )),
  column('State', ({ activeRuns: [run] }) =>
    run ? <Status of={run.status} /> : <span className={look.faint}>Idle</span>,
  ),
  column('Agent', ({ agent }) =>
    agent ? (
      <Link to="/agents/$agentId" params={{ agentId: agent.id }} className={look.link}>
        {agent.name}
      </Link>
    ) : (
      '–'
    ),
  ),
  numeric('Runs', ({ runCount }) => formatWhole(runCount)),
  numeric('Tokens', ({ usage }) => formatCount(usage.totalTokens)),
  numeric('Cost', ({ usage }) => costOf(usage)),
  numeric('Last active', ({ lastActiveAt }) => <Ago at={lastActiveAt} />),
]

function toVariables({ search, agent, activity, order }: SessionsSearch) {
  return {
    filter: {
      ...(search && { search }),
      ...(agent && { agent }),
      ...(activity && { hasActiveRun: activity === 'active' }),
    },
    orderBy: { field: order ?? ('LAST_ACTIVE_AT' as const), direction: 'DESC' as const },
  }
}

/** The newest runs of conversations that contain a text: in the input, or in the answer. */
function SaidCard({ text }: { readonly text: string }) {
  const [{ data, error }] = useQuery({ query: RunsThatSayDocument, variables: { text } })
  const said = (data?.runs.nodes ?? []).flatMap((run) =>
    run.session ? [{ ...run, session: run.session }] : [],
  )
  const hasMore = data?.runs.pageInfo.hasNextPage ?? false
  if (error) return <Problem error={error} />
  if (data && said.length === 0 && !hasMore) return null
  return (
    <Card title="In what was said" isFlush>
      {!data && <Loading rows={3} />}
      <ul className={look.ruled}>
        {said.map(({ id, session, input, summary, createdAt }) => (
          <li key={id}>
            <Link
              to="/sessions/$sessionKey"
              params={{ sessionKey: session.key }}
              className={`${look.pressable} ${styles.hit}`}
            >
              <span className={`${look.ends} ${look.soft}`}>
                <span className={look.name}>{nameOfSession(session.key)}</span>
                <Ago at={createdAt} />
              </span>
              <Excerpt of={input} text={text} />
              {summary && <Excerpt of={summary} text={text} />}
            </Link>
          </li>
        ))}
      </ul>
      {hasMore && (
        <footer className={`${look.ends} ${look.soft} ${turner.footer}`}>
          <span>Of the newest 20 runs with this text.</span>
          <Link to="/runs" search={{ search: text }} className={look.link}>
            All
          </Link>
        </footer>
      )}
    </Card>
  )
}

/** An excerpt around a text, with the text marked. Nothing where it is not found. */
function Excerpt({ of: whole, text }: { readonly of: string; readonly text: string }) {
  const at = whole.toLowerCase().indexOf(text.toLowerCase())
  if (at < 0) return null
  const from = Math.max(0, at - 60)
  return (
    <span className={look.soft}>
      {from > 0 && '…'}
      {whole.slice(from, at)}
      <mark>{whole.slice(at, at + text.length)}</mark>
      {whole.slice(at + text.length, at + text.length + 120)}
    </span>
  )
}

/** Begins a conversation: the first message to an agent, under a key of its own. */
function NewSessionDialog(props: { readonly of: string | undefined; readonly onClose: () => void }) {
  const { of: shown = '', onClose } = props
  const navigate = useNavigate()
  const { values, field } = useForm(() => ({ agent: shown, key: newKey(), input: '' }))
  const { agent, agentField } = useAgentField(field('agent'))
  const sessionKey = values.key.trim()
  return (
    <Ask
      title="New conversation"
      verb="Send"
      isReady={values.input.trim() !== '' && sessionKey !== '' && agent !== ''}
      mutation={TriggerRunDocument}
      input={{ agent, input: values.input, sessionKey }}
      onDone={() => navigate({ to: '/sessions/$sessionKey', params: { sessionKey } })}
      onClose={onClose}
    >
      {agentField}
      <TextField isRequired label="Message" rows={4} {...field('input')} autoFocus />
      <TextField
        label="Session key"
        isRequired
        isCode
        {...field('key')}
        hint="Runs with the same key share one history. A key that exists continues its conversation."
      />
    </Ask>
  )
}

function newKey(): string {
  const random = crypto.getRandomValues(new Uint8Array(4))
  return `chat-${Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
