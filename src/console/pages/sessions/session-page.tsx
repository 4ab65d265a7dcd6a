import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { DeleteSessionDocument } from '../../../generated/console/graphql.ts'
import { useSession } from '../../data/session.ts'
import { Ask } from '../../forms/ask.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { formatWhole } from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import { Loading, Page, PageWithout, Problem } from '../../ui/page.tsx'
import { Status } from '../../ui/status.tsx'
import { Ago } from '../../ui/time.tsx'
import { Composer } from './composer.tsx'
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
