import { CircleAlert, Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CombinedError } from 'urql'
import { Button } from './button.tsx'
import styles from './states.module.css'

/** There is nothing here yet: what would be, and how it comes. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <Inbox aria-hidden="true" />
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.text}>{children}</div>}
    </div>
  )
}

/** An error as the API gives it, a sentence, or none. */
export type Shown = CombinedError | Error | string | null | undefined

/** The error, if there is one, in the words of the API, which include the remedy. */
export function Problem({
  error,
  retry,
}: {
  readonly error: Shown
  readonly retry?: (() => void) | undefined
}) {
  if (!error) return null
  return (
    <div className={styles.problem} role="alert">
      <CircleAlert aria-hidden="true" />
      <p>{messageOf(error)}</p>
      {retry && (
        <Button size="small" onPress={retry}>
          Try again
        </Button>
      )}
    </div>
  )
}

function messageOf(error: NonNullable<Shown>): string {
  if (typeof error === 'string') return error
  if ('graphQLErrors' in error) {
    if (error.networkError) return `The server cannot be reached: ${error.networkError.message}.`
    return error.graphQLErrors.map(({ message }) => message).join(' ')
  }
  return error.message
}

/** Grey lines in the place of content that is being loaded, as tall as that will be. */
export function Loading({ rows = 5, height = 18 }: { readonly rows?: number; readonly height?: number }) {
  return (
    <div className={styles.loading} role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all the same.
        <div key={row} className={styles.bone} style={{ height, width: `${92 - ((row * 17) % 40)}%` }} />
      ))}
    </div>
  )
}
