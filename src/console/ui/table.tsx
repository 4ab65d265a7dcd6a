import type { ReactNode } from 'react'
import { Card } from './page.tsx'
import { type Pages, PageTurner } from './page-turner.tsx'
import { Empty, Loading, Problem, type Shown } from './states.tsx'
import styles from './table.module.css'

export interface Column<Row> {
  readonly name: string
  readonly isNumber?: boolean
  readonly cell: (row: Row) => ReactNode
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
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ name, isNumber, cell }) => (
                <td key={name} data-number={isNumber}>
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
  /** In place of no rows: a sentence, or more than that. */
  readonly empty: ReactNode
  /** The way to its other pages; without `words` of its own only where there are some. */
  readonly pages?: Pages | undefined
  /** Below the table. */
  readonly children?: ReactNode
}

/** A list in a card, whatever is known of it: why it cannot be read, that it is being read or is empty, or its table. */
export function ListCard<Row extends object>(props: ListProps<Row>) {
  const { title, aside, rows, error, retry, empty, pages, children, ...table } = props
  return (
    <Card isFlush {...(title && { title })} aside={aside}>
      <Problem error={error} retry={retry} />
      {!rows && !error && <Loading rows={5} height={24} />}
      {rows?.length === 0 && (typeof empty === 'string' ? <Empty title={empty} /> : empty)}
      {rows && rows.length > 0 && (
        <>
          <Table {...table} rows={rows} />
          {pages && (pages.words || pages.after.length > 0 || pages.of.pageInfo.hasNextPage) && (
            <PageTurner {...pages} />
          )}
          {children}
        </>
      )}
    </Card>
  )
}
