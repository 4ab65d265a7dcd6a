import { useEffect, useRef, useState } from 'react'
import type { GateRowFragment } from '../../../generated/console/graphql.ts'
import { Button } from '../../ui/button.tsx'
import { formatAgo, formatCounted, formatEnum } from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import { Empty, Loading, Problem } from '../../ui/page.tsx'
import { StatusDot } from '../../ui/status.tsx'
import { Ago, useNow } from '../../ui/time.tsx'
import styles from './gates-page.module.css'

interface Props {
  readonly rows: readonly GateRowFragment[]
  readonly open: string | undefined
  readonly isResolved: boolean
  readonly isLoading: boolean
  /** Where the next page begins; null at the end of the list. */
  readonly nextAfter: string | null
  readonly error: Error | undefined
  readonly onOpen: (id: string) => void
  readonly onEnd: () => void
}

/** The gates of a view: another view is another list. A gate opened by a key is scrolled into view. */
export function GateList({ rows, open, isResolved, isLoading, nextAfter, error, onOpen, onEnd }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const [asked, setAsked] = useState<string | null>(null)
  const isAsked = asked === nextAfter && !error
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is scrolled to when another gate is open.
  useEffect(() => {
    list.current?.querySelector('[aria-current="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [open])

  if (rows.length === 0)
    return (
      <>
        <Problem error={error} />
        {isLoading ? (
          <Loading rows={7} height={44} />
        ) : (
          !error && (
            <Empty title={isResolved ? 'No gate has been resolved yet.' : 'Nothing waits for a decision.'}>
              {!isResolved && 'A gate appears here by itself as soon as a run needs one.'}
            </Empty>
          )
        )}
      </>
    )
  return (
    <>
      <Problem error={error} />
      <ul ref={list} className={look.fill} aria-label="Gates">
        {rows.map((gate) => (
          <li key={gate.id}>
            <button
              type="button"
              className={`${look.pressable} ${look.item}`}
              aria-current={gate.id === open}
              onClick={() => onOpen(gate.id)}
            >
              <span className={look.inline}>
                <StatusDot of={gate.status} />
                <strong className={`${look.cut} ${look.spread}`}>{subjectOf(gate)}</strong>
                <span className={look.faint}>
                  <Ago at={gate.resolvedAt ?? gate.createdAt} />
                </span>
              </span>
              <span className={`${look.clip} ${look.soft}`}>
                {gate.context.__typename === 'QuestionContext' ? gate.context.question : gate.reason}
              </span>
              <span className={`${look.row} ${look.faint}`}>
                <span>{gate.run.agent.name}</span>
                <span>{formatEnum(gate.kind)}</span>
                {gate.status === 'OPEN' && gate.expiresAt && <Expiry at={gate.expiresAt} />}
                {gate.status !== 'OPEN' && (
                  <span>
                    {formatEnum(gate.status)}
                    {gate.resolvedBy && ` by ${gate.resolvedBy}`}
                  </span>
                )}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {nextAfter !== null && (
        <div className={look.more}>
          <Button
            label={isAsked ? 'Loading…' : 'Load more'}
            kind="quiet"
            size="small"
            isDisabled={isAsked}
            onPress={() => {
              setAsked(nextAfter)
              onEnd()
            }}
          />
        </div>
      )}
    </>
  )
}

/** Subject of a gate, in two words. */
export function subjectOf({ context, kind }: Pick<GateRowFragment, 'context' | 'kind'>): string {
  if (context.__typename === 'CallContext') return context.target
  if (context.__typename === 'PlanContext')
    return `Plan of ${formatCounted(context.actions.length, 'action')}`
  if (context.__typename === 'QuestionContext') return `Question of ${context.target}`
  return formatEnum(kind)
}

/** Whether it has arguments that can be edited. */
export function isEditable({ context }: Pick<GateRowFragment, 'context'>): boolean {
  return context.__typename === 'CallContext' || context.__typename === 'PlanContext'
}

/** When the gate expires; it is marked when an hour is left. */
export function Expiry({ at }: { readonly at: string }) {
  const now = Math.max(useNow(), Date.now())
  const isSoon = Date.parse(at) - now < 3_600_000
  return (
    <span className={styles.expiry} data-soon={isSoon}>
      expires {formatAgo(at, now)}
    </span>
  )
}
