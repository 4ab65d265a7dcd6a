import { Link, type LinkProps, useSearch } from '@tanstack/react-router'
import { CircleAlert, Inbox } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useContext, useEffect } from 'react'
import type { CombinedError } from 'urql'
import { useLost } from '../data/not-there.ts'
import { ConnectionContext, isUnreachable, unreachable } from '../data/reach.ts'
import { withEscapes } from '../text/hidden-characters.ts'
import { Button } from './button.tsx'
import { formatCounted } from './format.ts'
import look from './look.module.css'
import styles from './page.module.css'

/** Few addresses need it. */
const AddressNotice = lazy(async () => ({
  default: (await import('./address-notice.tsx')).AddressNotice,
}))

interface PageProps {
  readonly title: string
  /** Beside the title: a status, labels. */
  readonly beside?: ReactNode
  /** Below the title: where this belongs, when it was. */
  readonly below?: ReactNode
  /** At the end of the line: buttons. */
  readonly actions?: ReactNode
  /** Without margins and without scrolling of its own, for a page that fills the window. */
  readonly isFull?: boolean
  /** What is shown in place of what cannot be read of the address. */
  readonly instead?: string | undefined
  readonly children: ReactNode
}

/** The frame of every page: the title, which is the browser's too, its actions, and its content. */
export function Page(props: PageProps) {
  const { title, beside, below, actions, isFull = false, instead, children } = props
  const { unread } = useSearch({ strict: false })
  const isAddressBad = Object.keys({ ...unread, ...useLost() }).length > 0
  useEffect(() => {
    document.title = `${withEscapes(title)} · Rungraph`
  }, [title])
  return (
    <div className={isFull ? `${look.column} ${styles.full}` : `${look.stack} ${styles.page}`}>
      <header className={styles.header}>
        <div className={styles.titles}>
          <div className={`${look.row} ${styles.line}`}>
            <h1>{title}</h1>
            {beside}
          </div>
          {below && <div className={`${look.row} ${look.soft} ${styles.below}`}>{below}</div>}
        </div>
        {actions && <div className={look.row}>{actions}</div>}
      </header>
      {isAddressBad && (
        <Suspense>
          <AddressNotice instead={instead} />
        </Suspense>
      )}
      {children}
    </div>
  )
}

/** The page of an object that is not shown: it is read, cannot be read, or does not exist, which `missing` says. */
export function PageWithout(props: {
  readonly title: string
  readonly below?: ReactNode
  readonly error?: Shown
  readonly retry?: () => void
  readonly missing?: string | false | undefined
  /** Why it may be missing. */
  readonly children?: ReactNode
}) {
  const { title, below, error, retry, missing, children } = props
  return (
    <Page title={title} below={below}>
      <Problem error={error} retry={retry} />
      {!error && (missing ? <Empty title={missing}>{children}</Empty> : <Loading rows={10} />)}
    </Page>
  )
}

interface CardProps {
  readonly title?: string
  readonly aside?: ReactNode
  /** Without a padding: a table or a drawing reaches the border. */
  readonly isFlush?: boolean
  readonly children: ReactNode
}

/** A part of a page with a border. */
export function Card({ title, aside, isFlush = false, children }: CardProps) {
  return (
    <section className={`${look.box} ${styles.card}`} aria-label={title}>
      {title && (
        <header className={`${look.ends} ${styles.cardHeader}`}>
          <h2>{title}</h2>
          {aside && <div className={`${look.inline} ${look.soft}`}>{aside}</div>}
        </header>
      )}
      <div className={isFlush ? undefined : styles.cardBody}>{children}</div>
    </section>
  )
}

/** Cards beside each other, as many as there is room for. */
export function Columns({ min = 320, children }: { readonly min?: number; readonly children: ReactNode }) {
  return (
    <div
      className={styles.columns}
      style={{ gridTemplateColumns: `repeat(auto-fit, minmax(min(${min}px, 100%), 1fr))` }}
    >
      {children}
    </div>
  )
}

/** Names and values, one below the other. A value that is undefined is left out; null is one that is not known. */
export function Facts({ of: facts }: { readonly of: Readonly<Record<string, ReactNode>> }) {
  return (
    <dl className={styles.facts}>
      {Object.entries(facts).map(
        ([name, value]) =>
          value !== undefined && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value ?? '–'}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** Figures beside each other, with lines between them. */
export function Figures({ children }: { readonly children: ReactNode }) {
  return <div className={`${look.box} ${styles.figures}`}>{children}</div>
}

interface FigureProps {
  readonly name: string
  /** A grey line stands for one that is not known yet. */
  readonly value: ReactNode
  readonly note?: ReactNode
  readonly tone?: string | false | undefined
  /** Where it leads to. */
  readonly target?: Pick<LinkProps, 'to' | 'search'>
  /** Whether what it leads to is shown. */
  readonly isCurrent?: boolean
  readonly children?: ReactNode
}

/** A figure with its name, and what is drawn below it. */
export function Figure({ name, value, note, tone, target, isCurrent = false, children }: FigureProps) {
  const figure = (
    <div className={styles.figure} data-tone={tone || undefined}>
      <div className={look.soft}>{name}</div>
      <div className={styles.figureValue}>{value ?? <span className={styles.unknown} />}</div>
      <div className={look.faint}>{(value !== undefined && note) || '\u00a0'}</div>
    </div>
  )
  if (!target) return figure
  return (
    <Link {...target} resetScroll={false} activeProps={{}} aria-current={isCurrent}>
      {figure}
      {children}
    </Link>
  )
}

/** There is nothing here yet: what would be, and how it comes. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <Inbox aria-hidden="true" />
      <p className={`${look.name} ${styles.title}`}>{title}</p>
      {children && <div className={styles.text}>{children}</div>}
    </div>
  )
}

/** An error as the API gives it, a sentence, or none. */
export type Shown = CombinedError | Error | string | null | undefined

/** The error, if there is one, in the words of the API, which include the remedy, and a button that mends it. */
export function Problem(props: {
  readonly error: Shown
  readonly retry?: (() => void) | undefined
  readonly verb?: string
}) {
  const { error, retry, verb = 'Try again' } = props
  const connection = useContext(ConnectionContext)
  // The shell says it for all, and what could not be read is read again when the connection is back.
  if (!error || (connection === 'broken' && isUnreachable(error))) return null
  return (
    <div className={`${look.notice} ${look.inline} ${styles.problem}`} data-tone="bad" role="alert">
      <CircleAlert aria-hidden="true" />
      <p className={look.spread}>{messageOf(error)}</p>
      {retry && <Button label={verb} size="small" onPress={retry} />}
    </div>
  )
}

function messageOf(error: NonNullable<Shown>): string {
  if (typeof error === 'string') return error
  if (isUnreachable(error)) return unreachable
  if ('graphQLErrors' in error) {
    if (error.networkError) return `The server cannot be reached: ${error.networkError.message}.`
    return error.graphQLErrors.map(({ message }) => message).join(' ')
  }
  return error.message
}

/** Grey lines in the place of content that is being loaded, as tall as that will be. */
export function Loading({ rows = 5, height = 18 }: { readonly rows?: number; readonly height?: number }) {
  return (
    <div className={`${look.list} ${styles.loading}`} role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all the same.
        <div key={row} className={styles.bone} style={{ height, width: `${92 - ((row * 17) % 40)}%` }} />
      ))}
    </div>
  )
}

/** A text with a greatest height. The keyboard reaches it, and scrolls it. */
export function ScrollRegion(props: {
  readonly label: string
  readonly className?: string | undefined
  readonly children: ReactNode
}) {
  const { label, className = '', children } = props
  return (
    <div role="region" aria-label={label} tabIndex={0} className={className}>
      {children}
    </div>
  )
}

/** Calls that no cost includes, and how to set their price. Nothing where every call has one. */
export function Unpriced({ calls }: { readonly calls: number }) {
  if (calls === 0) return null
  return (
    <p className={look.soft}>
      {formatCounted(calls, 'model call is', 'model calls are')} not priced, and no cost includes{' '}
      {calls === 1 ? 'it' : 'them'}. Set the price of the model in a file of <code>RUNGRAPH_MODELS</code>{' '}
      (docs/models.md).{' '}
      <Link to="/settings" search={{ tab: 'models' }}>
        Known prices
      </Link>
    </p>
  )
}
