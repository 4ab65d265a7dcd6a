import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router'
import { ArrowUp, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import {
  DeleteSessionDocument,
  SteerRunDocument,
  TriggerRunDocument,
} from '../../../generated/console/graphql.ts'
import { useSession } from '../../data/session.ts'
import { useAction } from '../../data/use-action.ts'
import { useAgentChoices } from '../../forms/agent-choice.tsx'
import { Ask } from '../../forms/ask.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox, TextField } from '../../ui/field.tsx'
import { formatWhole } from '../../ui/format.ts'
import { LeadingButton } from '../../ui/leading-button.tsx'
import look from '../../ui/look.module.css'
import { Loading, Page, PageWithout, Problem } from '../../ui/page.tsx'
import { PickOneField } from '../../ui/pick-field.tsx'
import { Status } from '../../ui/status.tsx'
import { Ago } from '../../ui/time.tsx'
import { nameOfSession } from './session-name.ts'
import styles from './session-page.module.css'
import { SessionSide } from './session-side.tsx'
import { Transcript } from './transcript.tsx'
import { type SessionOfPage, useTranscript } from './use-transcript.ts'

export const route = createLazyRoute('/sessions/$sessionKey')({ component: SessionPage })

/** A conversation: its messages, live, the next message, and the data that its runs share. */
function SessionPage() {
  const { sessionKey } = route.useParams()
  const { may } = useSession()
  const state = useTranscript(sessionKey)
  const { read, isMissing, error, refresh } = state
  const name = nameOfSession(sessionKey)
  if (isMissing)
    return (
      <PageWithout title={name} below={<Back />} missing="There is no conversation with this key.">
        It may have been deleted.
      </PageWithout>
    )
  const active = read?.session.activeRuns[0]
  return (
    <Page
      isFull
      title={name}
      beside={active && <Status of={active.status} />}
      below={
        <>
          <Back />
          {name !== sessionKey && <code>{sessionKey}</code>}
          {read && (
            <span>
              Last active <Ago at={read.session.lastActiveAt} />
            </span>
          )}
        </>
      }
      actions={may('ADMIN') && read && <DeleteSession session={read.session} />}
    >
      {error && (
        <div className={styles.problem}>
          <Problem error={error} retry={() => void refresh()} />
        </div>
      )}
      <div className={styles.body}>
        <div key={sessionKey} className={`${look.column} ${styles.main}`}>
          <Transcript state={state} />
          {may('OPERATOR') && read && <Composer session={read.session} onSent={refresh} />}
        </div>
        <aside className={`${look.stack} ${styles.side}`} aria-label="About the conversation">
          {read ? <SessionSide session={read.session} onChange={refresh} /> : <Loading rows={6} />}
        </aside>
      </div>
    </Page>
  )
}

function Back() {
  return (
    <Link to="/sessions" className={look.underlined}>
      Conversations
    </Link>
  )
}

/** Deletes a conversation for good, after a question. */
function DeleteSession({ session: { key, runCount } }: { readonly session: SessionOfPage }) {
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const [includeCopies, setIncludeCopies] = useState(false)
  return (
    <>
      <Button icon={Trash2} label="Delete" kind="danger" onPress={() => setOpen(true)} />
      {isOpen && (
        <Ask
          title="Delete the conversation"
          verb="Delete for good"
          isDanger
          mutation={DeleteSessionDocument}
          input={{ key, includeCopies }}
          onDone={() => navigate({ to: '/sessions' })}
          onClose={() => setOpen(false)}
        >
          <p>
            Its memory, its {formatWhole(runCount)} runs and everything that was stored of them are deleted.
            This cannot be undone.
          </p>
          <Checkbox
            label="Also delete runs that were forked, retried or replayed from them"
            isSelected={includeCopies}
            onChange={setIncludeCopies}
          />
        </Ask>
      )}
    </>
  )
}

const needsMessage = { lacks: 'Write a message first.', leadsTo: 'Message' } as const

/** The next message: it starts a run, or steers the run that is at work. */
function Composer(props: { readonly session: SessionOfPage; readonly onSent: () => Promise<void> }) {
  const { session, onSent } = props
  const { agents, onSearch } = useAgentChoices()
  const [input, setInput] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const trigger = useAction(TriggerRunDocument)
  const steer = useAction(SteerRunDocument)
  const [latest] = session.runs.nodes
  const agent = chosen ?? latest?.agent.slug ?? session.agent?.slug ?? agents[0]?.value ?? ''
  const running = session.activeRuns.find(({ status }) => status === 'RUNNING' || status === 'WAITING')
  const isReady = input.trim() !== '' && agent !== ''

  async function start(): Promise<void> {
    if (!isReady || trigger.isSending) return
    if (!(await trigger.send({ input: { agent, input, sessionKey: session.key } }))) return
    setInput('')
    await onSent()
  }

  async function steerRun(id: string): Promise<void> {
    if (!(await steer.send({ input: { id, message: input } }))) return
    setInput('')
    await onSent()
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void start()
  }

  return (
    <form
      className={`${look.list} ${styles.composer}`}
      aria-label="Next message"
      onSubmit={(event) => event.preventDefault()}
    >
      <Problem error={trigger.problem ?? steer.problem} />
      <div className={styles.input}>
        <TextField
          label="Message"
          isBare
          rows={2}
          placeholder="Message; Enter sends it"
          value={input}
          onChange={setInput}
          onKeyDown={onKeyDown}
        />
        <div className={`${look.row} ${styles.send}`}>
          <div className={styles.agent}>
            <PickOneField
              label="Agent that answers"
              isBare
              isRequired
              any="No agent"
              value={agent}
              options={agents}
              onSearch={onSearch}
              onChange={setChosen}
            />
          </div>
          {running && (
            <LeadingButton
              label="Steer the run"
              isReady={isReady}
              {...needsMessage}
              isPending={steer.isSending}
              onPress={() => void steerRun(running.id)}
            />
          )}
          <LeadingButton
            icon={ArrowUp}
            label="Send"
            kind="primary"
            isReady={isReady}
            {...needsMessage}
            isPending={trigger.isSending}
            onPress={() => void start()}
          />
        </div>
      </div>
    </form>
  )
}
