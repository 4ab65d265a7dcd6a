import { Button } from '../../ui/button.tsx'
import { formatTotal } from '../../ui/format.ts'
import styles from './settings-page.module.css'

interface Props {
  readonly of: {
    readonly totalCount: number
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
  }
  /** Cursors that the pages begin after, from the second page to the shown one. */
  readonly after: readonly string[]
  readonly onTurn: (after: readonly string[]) => void
}

/** The way to the other pages of a list. Nothing where all of it is on one page. */
export function Pager({ of: { totalCount, pageInfo }, after, onTurn }: Props) {
  const { hasNextPage, endCursor } = pageInfo
  if (after.length === 0 && !hasNextPage) return null
  return (
    <footer className={styles.footer}>
      <span>{formatTotal(totalCount)} in all</span>
      <span className={styles.end}>
        {after.length > 0 && (
          <Button size="small" onPress={() => onTurn(after.slice(0, -1))}>
            Back
          </Button>
        )}
        {hasNextPage && (
          // While the next page is read, the list is still the one before it.
          <Button
            size="small"
            isDisabled={after.at(-1) === endCursor}
            onPress={() => onTurn([...after, endCursor ?? ''])}
          >
            Next
          </Button>
        )}
      </span>
    </footer>
  )
}
