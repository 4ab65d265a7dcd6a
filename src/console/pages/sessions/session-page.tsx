import { createLazyRoute, Link } from '@tanstack/react-router'
import { useSession } from '../../data/session.ts'
import look from '../../ui/look.module.css'
import { Page, PageWithout } from '../../ui/page.tsx'
import { Loading, Problem } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { Ago } from '../../ui/time.tsx'
import { Composer } from './composer.tsx'
import { DeleteSession } from './delete-session.tsx'
import { nameOfSession } from './session-name.ts'
import styles from './session-page.module.css'
import { SessionSide } from './session-side.tsx'
import { Transcript } from './transcript.tsx'
import { useTranscript } from './use-transcript.ts'

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
        <div key={sessionKey} className={styles.main}>
          <Transcript state={state} />
          {may('OPERATOR') && read && <Composer session={read.session} onSent={refresh} />}
        </div>
        <aside className={styles.side} aria-label="About the conversation">
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
