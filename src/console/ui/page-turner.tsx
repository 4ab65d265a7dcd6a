import { Button } from './button.tsx'
import { formatTotal } from './format.ts'
import look from './look.module.css'
import styles from './page-turner.module.css'

export interface Pages {
  readonly of: {
    readonly totalCount: number
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
  }
  /** Cursors that the pages begin after, from the second page to the shown one. */
  readonly after: readonly string[]
  readonly onTurn: (after: readonly string[]) => void
  /** Words of the buttons: to the page before, and to the one behind. */
  readonly words?: readonly [back: string, next: string]
}

/** The foot of a list that is shown page by page: how many there are, and the way to the other pages. */
export function PageTurner({
  of: { totalCount, pageInfo },
  after,
  onTurn,
  words: [back, next] = ['Back', 'Next'],
}: Pages) {
  const { hasNextPage, endCursor } = pageInfo
  return (
    <footer className={styles.footer}>
      <span>{formatTotal(totalCount)} in all</span>
      <span className={styles.buttons}>
        {after.length > 0 && (
          <Button size="small" onPress={() => onTurn(after.slice(0, -1))}>
            {back}
          </Button>
        )}
        {hasNextPage && (
          // While the next page is read, the list is still the one before it.
          <Button
            size="small"
            isDisabled={after.at(-1) === endCursor}
            onPress={() => onTurn([...after, endCursor ?? ''])}
          >
            {next}
          </Button>
        )}
      </span>
    </footer>
  )
}

/** The way on in a list whose parts are shown one below the other. Nothing at its end. */
export function MoreButton({
  of,
  isDisabled = false,
  onMore,
}: {
  readonly of: Pages['of']['pageInfo'] | undefined
  readonly isDisabled?: boolean
  readonly onMore: (after: string) => void
}) {
  if (!of?.hasNextPage) return null
  return (
    <div className={look.more}>
      <Button isDisabled={isDisabled} onPress={() => onMore(of.endCursor ?? '')}>
        Load more
      </Button>
    </div>
  )
}
