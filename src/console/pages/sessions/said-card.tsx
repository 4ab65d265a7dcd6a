import { Link } from '@tanstack/react-router'
import { useQuery } from 'urql'
import { RunsThatSayDocument } from '../../../generated/console/graphql.ts'
import look from '../../ui/look.module.css'
import { Card } from '../../ui/page.tsx'
import turner from '../../ui/page-turner.module.css'
import { Loading, Problem } from '../../ui/states.tsx'
import { Ago } from '../../ui/time.tsx'
import { nameOfSession } from './session-name.ts'
import styles from './sessions-page.module.css'

/** The newest runs of conversations that contain a text: in the input, or in the answer. */
export function SaidCard({ text }: { readonly text: string }) {
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
      <ul className={styles.said}>
        {said.map(({ id, session, input, summary, createdAt }) => (
          <li key={id}>
            <Link to="/sessions/$sessionKey" params={{ sessionKey: session.key }} className={styles.hit}>
              <span className={styles.hitHead}>
                <strong>{nameOfSession(session.key)}</strong>
                <Ago at={createdAt} />
              </span>
              <Excerpt of={input} text={text} />
              {summary && <Excerpt of={summary} text={text} />}
            </Link>
          </li>
        ))}
      </ul>
      {hasMore && (
        <footer className={turner.footer}>
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
    <span className={styles.excerpt}>
      {from > 0 && '…'}
      {whole.slice(from, at)}
      <mark>{whole.slice(at, at + text.length)}</mark>
      {whole.slice(at + text.length, at + text.length + 120)}
    </span>
  )
}
