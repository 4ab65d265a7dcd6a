import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { formatTotal } from './format.ts'
import look from './look.module.css'
import { Card, Empty, Loading, Problem, type Shown } from './page.tsx'
import styles from './table.module.css'

export interface Column<Row> {
  readonly name: string
  readonly isNumber?: boolean
  readonly cell: (row: Row) => ReactNode
}

/** A column, and what it shows of a row. */
export function column<Row>(name: string, cell: (row: Row) => ReactNode): Column<Row> {
  return { name, cell }
}

/** A column of numbers, which stand below each other. */
export function numeric<Row>(name: string, cell: (row: Row) => ReactNode): Column<Row> {
  return { name, cell, isNumber: true }
}

interface TableProps<Row extends object> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  /** What tells rows apart, where they have no `id`. */
  readonly keyOf?: (row: Row) => string
}

/** A table of some rows. Long lists have windows of their own (pages/runs). */
export function Table<Row extends object>({ label, columns, rows, keyOf = idOf }: TableProps<Row>) {
  return (
    <section className={styles.scroll} aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map(({ name, isNumber }) => (
              <th key={name} scope="col" data-number={isNumber}>
                {name || <span className={look.hidden}>Actions</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ name, isNumber, cell }) => (
                <td key={name} data-number={isNumber} data-name={isNumber ? name : undefined}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function idOf(row: object): string {
  return 'id' in row ? String(row.id) : ''
}

interface ListProps<Row extends object> extends Omit<TableProps<Row>, 'rows'> {
  readonly title?: string
  readonly aside?: ReactNode
  /** Undefined while they are read. */
  readonly rows: readonly Row[] | undefined
  readonly error?: Shown
  readonly retry?: () => void
  /** Why a change of a row was refused. */
  readonly problem?: string | null
  /** In place of no rows: a sentence, or more than that. */
  readonly empty: ReactNode
  /** The way to its other pages; without words of its own only where there are some. */
  readonly pages?: Pages | undefined
  /** Words of the buttons to the page before and to the one behind. */
  readonly turns?: readonly [back: string, next: string] | undefined
  /** Below the table. */
  readonly children?: ReactNode
}

/** A list in a card, whatever is known of it: why it cannot be read, that it is being read or is empty, or its table. */
export function ListCard<Row extends object>(props: ListProps<Row>) {
  const { title, aside, rows, error, retry, problem, empty, pages, turns, children, ...table } = props
  return (
    <Card isFlush {...(title && { title })} aside={aside}>
      <Problem error={error} retry={retry} />
      <Problem error={problem} />
      {!rows && !error && <Loading rows={5} height={24} />}
      {rows?.length === 0 && (typeof empty === 'string' ? <Empty title={empty} /> : empty)}
      {rows && rows.length > 0 && (
        <>
          <Table
            {...table}
            label={title === table.label ? `${title}, row by row` : table.label}
            rows={rows}
          />
          {pages && (turns || pages.after.length > 0 || pages.of.pageInfo.hasNextPage) && (
            <PageTurner {...pages} turns={turns} />
          )}
          {children}
        </>
      )}
    </Card>
  )
}

interface Pages {
  readonly of: {
    readonly totalCount: number
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
  }
  /** Cursors that the pages begin after, from the second page to the shown one. */
  readonly after: readonly string[]
  readonly onTurn: (after: readonly string[]) => void
}

/** The foot of a list that is shown page by page: how many there are, and the way to the other pages. */
function PageTurner(props: Pages & Pick<ListProps<object>, 'turns'>) {
  const { of, after, onTurn, turns: [back, next] = ['Back', 'Next'] } = props
  const { totalCount, pageInfo } = of
  const { hasNextPage, endCursor } = pageInfo
  return (
    <footer className={`${look.ends} ${look.soft} ${styles.footer}`}>
      <span>{formatTotal(totalCount)} in all</span>
      <span className={look.inline}>
        {after.length > 0 && <Button label={back} size="small" onPress={() => onTurn(after.slice(0, -1))} />}
        {hasNextPage && (
          // While the next page is read, the list is still the one before it.
          <Button
            label={next}
            size="small"
            isDisabled={after.at(-1) === endCursor}
            onPress={() => onTurn([...after, endCursor ?? ''])}
          />
        )}
      </span>
    </footer>
  )
}

/** The way on in a list whose parts are shown one below the other. Nothing at its end. */
export function MoreButton(props: {
  readonly of: Pages['of']['pageInfo'] | undefined
  readonly isDisabled?: boolean
  readonly onMore: (after: string) => void
}) {
  const { of, isDisabled = false, onMore } = props
  if (!of?.hasNextPage) return null
  return (
    <div className={look.more}>
      <Button label="Load more" isDisabled={isDisabled} onPress={() => onMore(of.endCursor ?? '')} />
    </div>
  )
}
