import { ChevronsDownUp, ChevronsUpDown, CircleAlert, Hourglass, ZoomIn, ZoomOut } from 'lucide-react'
import { SearchBox } from '../../forms/filter.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { formatWhole } from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import type { LogFloor } from './log-lines.ts'
import type { TraceSearch } from './run-page-search.ts'
import styles from './timeline.module.css'
import { isSearch } from './trace-view.ts'
import type { TraceOfPage } from './use-trace.ts'

interface Props {
  readonly trace: TraceOfPage
  readonly search: TraceSearch
  readonly onSearch: (change: Partial<TraceSearch>) => void
  readonly areWaitsFolded: boolean
  /** Whether there are waits that can be folded. */
  readonly hasWaits: boolean
  readonly zoom: number
  readonly onZoom: (zoom: number) => void
}

/** The bar above the timeline: what of it is shown, and how wide. */
export function TraceTools({ trace, search, onSearch, areWaitsFolded, hasWaits, zoom, onZoom }: Props) {
  const areErrors = search.show === 'errors'
  return (
    <div className={styles.tools}>
      <SearchBox
        label="Search the timeline"
        placeholder="Step, tool, model, error"
        value={search.find}
        onChange={(find) => onSearch({ find })}
      />
      <div className={styles.buttons}>
        <Button
          icon={CircleAlert}
          label="Errors only"
          size="small"
          aria-pressed={areErrors}
          onPress={() => onSearch({ show: areErrors ? undefined : 'errors' })}
        />
        <Button
          icon={Hourglass}
          label="Hide waiting"
          size="small"
          aria-pressed={areWaitsFolded}
          isDisabled={!hasWaits && !areWaitsFolded && !trace.hasRunsBelow}
          onPress={() => onSearch({ waits: areWaitsFolded ? 'shown' : 'folded' })}
        />
        {(trace.hasLines || search.log !== undefined) && (
          <SelectField
            label="Lines of logs"
            isBare
            value={search.log ?? 'DEBUG'}
            options={floors}
            onChange={(log) => onSearch({ log: log === 'DEBUG' ? undefined : log })}
          />
        )}
        <span className={look.spread} />
        <IconButton icon={ChevronsUpDown} label="Expand all" onPress={trace.openAll} />
        <IconButton icon={ChevronsDownUp} label="Collapse all" onPress={trace.closeAll} />
        <IconButton icon={ZoomOut} label="Zoom out" isDisabled={zoom <= 1} onPress={() => onZoom(zoom / 2)} />
        <IconButton icon={ZoomIn} label="Zoom in" isDisabled={zoom >= 64} onPress={() => onZoom(zoom * 2)} />
      </div>
      <Found trace={trace} search={search} />
    </div>
  )
}

const floors = [
  { value: 'DEBUG', label: 'All log lines' },
  { value: 'INFO', label: 'Log from info' },
  { value: 'WARN', label: 'Log from warn' },
  { value: 'ERROR', label: 'Log errors' },
  { value: 'NONE', label: 'No log lines' },
] as const satisfies readonly { readonly value: LogFloor; readonly label: string }[]

/** What the search has found, and what it has not looked through. */
function Found({ trace, search }: Pick<Props, 'trace' | 'search'>) {
  const { matchCount, leftCount } = trace
  const isSearching = isSearch({ find: search.find ?? '', errorsOnly: search.show === 'errors' })
  if (!isSearching && leftCount === 0) return null
  return (
    <p className={`${look.row} ${look.soft} ${styles.found}`} role="status">
      {isSearching && <span>{foundText(matchCount)}</span>}
      {leftCount > 0 && (
        <>
          <span>
            {leftCount === 1
              ? '1 run below is not read.'
              : `${formatWhole(leftCount)} runs below are not read.`}
          </span>
          <Button label="Read more" size="small" onPress={trace.readMoreRuns} />
        </>
      )}
    </p>
  )
}

function foundText(count: number): string {
  if (count === 0) return 'Nothing was found.'
  return count === 1 ? '1 line was found.' : `${formatWhole(count)} lines were found.`
}
