import {
  ArrowRightLeft,
  Bot,
  Brain,
  Check,
  ChevronDown,
  ChevronRight,
  CircleDot,
  Database,
  Ellipsis,
  GitBranch,
  Hourglass,
  Info,
  type LucideIcon,
  MessageSquare,
  ShieldQuestion,
  Sparkles,
  Text,
  Workflow,
  Wrench,
} from 'lucide-react'
import { type MouseEvent, memo } from 'react'
import { formatCounted, formatDuration } from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import styles from './timeline.module.css'
import type { TraceKind, TraceRow } from './trace-rows.ts'
import type { TraceLine } from './trace-view.ts'
import { lengthWithout, type TimeAxis } from './waits.ts'

interface Props {
  readonly id: string
  readonly line: TraceLine
  /** Where it stands, in pixels. */
  readonly top: number
  readonly axis: TimeAxis
  readonly now: number
  /** Whether it is open beside the timeline. */
  readonly isShown: boolean
  /** Whether the keyboard is at it. */
  readonly isActive: boolean
  /** Address of the page with it open; null for a line that says what is not read. */
  readonly href: string | null
  readonly onPress: (line: TraceLine) => void
  readonly onToggle: (line: TraceLine) => void
}

const icons: Readonly<Record<TraceKind, LucideIcon>> = {
  step: CircleDot,
  call: Brain,
  action: Wrench,
  gate: ShieldQuestion,
  wait: Hourglass,
  'call-step': Check,
  line: Text,
  takeover: ArrowRightLeft,
  more: Ellipsis,
  note: Info,
}

const actionIcons: Readonly<Record<string, LucideIcon>> = {
  LLM: Sparkles,
  AGENT: Bot,
  RELIC: Database,
  WORKFLOW: Workflow,
  DECISION: GitBranch,
}

/** A line of the timeline: its name, and its bar on the axis of time. */
export const Line = memo(function Line(props: Props) {
  const { id, line, top, axis, now, isShown, isActive, href, onPress } = props
  const { row, depth, isOpen, isMatch } = line
  return (
    <div
      id={id}
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={isShown}
      {...(isOpen !== null && { 'aria-expanded': isOpen })}
      className={styles.row}
      data-kind={row.kind}
      data-level={row.level}
      data-active={isActive}
      data-match={isMatch}
      style={{ transform: `translateY(${top}px)`, '--depth': depth }}
      onClick={() => onPress(line)}
    >
      <Name {...props} />
      <div className={styles.lane}>{href !== null && <Bars row={row} axis={axis} now={now} />}</div>
    </div>
  )
})

function Name({ line, href, onToggle }: Props) {
  const { row, isOpen } = line
  const Icon = actionIcons[row.type ?? ''] ?? icons[row.kind]
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <div className={styles.names} title={row.detail ? `${row.label}: ${row.detail}` : row.label}>
      {/* The arrow keys do the same, and the line says whether it is open. */}
      <span
        className={styles.toggle}
        aria-hidden="true"
        data-toggle={isOpen !== null}
        onClick={(event) => {
          event.stopPropagation()
          if (isOpen !== null) onToggle(line)
        }}
      >
        {isOpen !== null && <Chevron />}
      </span>
      <Icon aria-hidden="true" />
      {href === null ? (
        <span className={`${look.cut} ${styles.label}`}>{row.label}</span>
      ) : (
        <a href={href} tabIndex={-1} className={`${look.cut} ${styles.label}`} onClick={stayHere}>
          {row.label}
        </a>
      )}
      {row.comments > 0 && (
        <MessageSquare
          role="img"
          aria-label={formatCounted(row.comments, 'comment')}
          className={styles.commented}
        />
      )}
      {row.detail && <span className={`${look.cut} ${look.faint} ${styles.detail}`}>{row.detail}</span>}
    </div>
  )
}

/** The link is for another tab and for the clipboard: here, the line opens beside the timeline. */
function stayHere(event: MouseEvent): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey) event.stopPropagation()
  else event.preventDefault()
}

function Bars(props: { readonly row: TraceRow; readonly axis: TimeAxis; readonly now: number }) {
  const { row, axis, now } = props
  const end = row.end ?? now
  const [left, right] = [axis.at(row.start), axis.at(end)]
  const isShort = right - left < 12
  const isBefore = isShort && right > 80
  // With the waits folded, what has waited says how long it worked; a wait says how long it was.
  const isWait = row.kind === 'gate' || row.kind === 'wait'
  const whole = end - row.start
  const length = isWait ? whole : lengthWithout({ start: row.start, end }, axis.folded)
  return (
    <>
      <span
        className={styles.bar}
        data-tone={row.tone}
        data-kind={row.kind}
        data-live={row.end === null}
        data-retried={row.attempts.length > 0}
        style={placeOf(left, right)}
      >
        {row.marks.map((mark) => (
          <span
            key={mark}
            className={styles.mark}
            style={{ left: `${right > left ? ((axis.at(mark) - left) / (right - left)) * 100 : 0}%` }}
          />
        ))}
      </span>
      {row.attempts.map(({ start, end: ended, tone }) => (
        <span
          key={start}
          className={styles.bar}
          data-tone={tone}
          style={placeOf(axis.at(start), axis.at(ended ?? now))}
        />
      ))}
      <span
        className={styles.length}
        data-side={isBefore ? 'left' : 'right'}
        title={length < whole ? `${formatDuration(whole)} with the waiting` : undefined}
        style={isBefore ? { right: `${100 - left}%` } : { left: `${right}%` }}
      >
        {length > 0 ? formatDuration(length) : ''}
      </span>
    </>
  )
}

function placeOf(left: number, right: number) {
  return { left: `${left}%`, width: `max(3px, ${Math.max(0, right - left)}%)` }
}
