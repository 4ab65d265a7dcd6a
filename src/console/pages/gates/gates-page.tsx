import { createLazyRoute, useNavigate } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import {
  type GateFilter,
  type GateRowFragment,
  GatesDocument,
  GatesUpdatesDocument,
  MoreGatesDocument,
} from '../../../generated/console/graphql.ts'
import { followLive, live } from '../../data/live.ts'
import { type RowSource, useLiveRows } from '../../data/live-rows.ts'
import { given, inPlace } from '../../data/search.ts'
import { useSession } from '../../data/session.ts'
import { AgentChoice } from '../../forms/agent-choice.tsx'
import { Choice } from '../../forms/filter.tsx'
import { rowMoves, usePageKeys } from '../../layout/page-keys.ts'
import { Button } from '../../ui/button.tsx'
import { formatEnum, formatTotal } from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import { Page } from '../../ui/page.tsx'
import { useIsNarrow } from '../../ui/use-narrow.ts'
import { GateDetail } from './gate-detail.tsx'
import { GateList, isEditable } from './gate-list.tsx'
import styles from './gates-page.module.css'
import { type GatesSearch, gateKinds, isWait, toGateFilter } from './gates-search.ts'

export const route = createLazyRoute('/gates')({ component: GatesPage })

/** The inbox of decisions: what waits on the left, the gate that is open on the right; on a phone one after the other. */
function GatesPage() {
  const view = route.useSearch()
  const navigate = useNavigate({ from: '/gates' })
  const isNarrow = useIsNarrow()
  const filter = useMemo(() => toGateFilter(view), [view])
  const { rows, totalCount, nextAfter, isLoading, error, loadMore, remove } = useGates(filter)
  // Where the address names no gate, the first of its list is open, and stays so when others come before it.
  const [unasked, setUnasked] = useState<{ readonly of: string; readonly gate: string }>()
  const key = JSON.stringify(filter)
  const first = rows[0]?.id
  if (unasked?.of !== key && first) setUnasked({ of: key, gate: first })
  const open = view.gate ?? (isNarrow || unasked?.of !== key ? undefined : unasked.gate)

  const show = useCallback((next: GatesSearch) => void navigate({ search: next, ...inPlace }), [navigate])
  const openGate = useCallback(
    (gate: string | undefined) =>
      void navigate({
        search: ({ gate: _, ...now }) => (gate ? { ...now, gate } : now),
        // On a phone the gate is a page of its own: the button of the browser leads back to the list.
        ...((!isNarrow || !gate) && inPlace),
      }),
    [navigate, isNarrow],
  )
  useListKeys(rows, open, openGate)

  return (
    <Page
      isFull
      title="Gates"
      beside={
        <span aria-live="polite">
          {isLoading && rows.length === 0
            ? ''
            : `${formatTotal(totalCount)} ${view.show === 'resolved' ? 'resolved' : 'open'}`}
        </span>
      }
      actions={
        !isNarrow && view.show !== 'resolved' && <KeyHints gate={rows.find(({ id }) => id === open)} />
      }
    >
      <div className={styles.body} data-open={open !== undefined}>
        <div className={`${look.column} ${styles.inbox}`}>
          <GateFilters view={view} show={show} />
          <GateList
            key={key}
            rows={rows}
            open={open}
            isResolved={view.show === 'resolved'}
            isLoading={isLoading}
            nextAfter={nextAfter}
            error={error}
            onOpen={openGate}
            onEnd={loadMore}
          />
        </div>
        <section className={styles.detail} aria-label="The gate">
          {isNarrow && open && (
            <Button
              icon={ArrowLeft}
              label="All gates"
              kind="quiet"
              size="small"
              onPress={() => openGate(undefined)}
            />
          )}
          {open ? (
            <GateDetail
              key={open}
              id={open}
              onDecided={() => {
                openGate(nextOf(rows, open))
                setUnasked(undefined)
                remove(open)
              }}
            />
          ) : (
            !isNarrow &&
            !isLoading &&
            rows.length === 0 && <p className={`${look.faint} ${styles.nothing}`}>No gate is open here.</p>
          )}
        </section>
      </div>
    </Page>
  )
}

/** The gate below the one that was decided, or the one above where it was the last. */
function nextOf(rows: readonly GateRowFragment[], decided: string): string | undefined {
  const at = rows.findIndex(({ id }) => id === decided)
  return at < 0 ? rows[0]?.id : (rows[at + 1] ?? rows[at - 1])?.id
}

/** j and k, or the arrows, move through the list. */
function useListKeys(
  rows: readonly GateRowFragment[],
  open: string | undefined,
  onOpen: (id: string) => void,
): void {
  usePageKeys((key) => {
    const move = rowMoves[key]
    if (move === undefined) return false
    const at = rows.findIndex(({ id }) => id === open)
    const next = rows[Math.max(0, Math.min(rows.length - 1, at + move))]
    if (!next || next.id === open) return false
    onOpen(next.id)
    return true
  })
}

/** The keys that do something at the gate that is open: a question is answered in its form, and a wait by nobody. */
function KeyHints({ gate }: { readonly gate: GateRowFragment | undefined }) {
  const { may } = useSession()
  const isDecided =
    gate?.status === 'OPEN' &&
    gate.context.__typename !== 'QuestionContext' &&
    !isWait(gate.kind) &&
    may('OPERATOR')
  return (
    <p className={`${look.inline} ${look.faint} ${styles.keys}`}>
      <kbd>j</kbd> <kbd>k</kbd> move
      {isDecided && (
        <>
          {' '}
          <kbd>a</kbd> approve <kbd>r</kbd> reject{' '}
          {isEditable(gate) && (
            <>
              <kbd>e</kbd> edit
            </>
          )}
        </>
      )}
    </p>
  )
}

/** Filters of the list of gates. */
function GateFilters(props: { readonly view: GatesSearch; readonly show: (next: GatesSearch) => void }) {
  const {
    view: { gate: _, ...view },
    show,
  } = props
  return (
    <div className={styles.filters}>
      <Choice
        label="Status"
        any="Open"
        value={view.show}
        options={[{ value: 'resolved', label: 'Resolved' }]}
        onChange={(which) => show(given({ ...view, show: which }))}
      />
      <Choice
        label="Kind"
        any="Any kind"
        value={view.kind}
        options={gateKinds.map((value) => ({ value, label: formatEnum(value) }))}
        onChange={(kind) => show(given({ ...view, kind }))}
      />
      <AgentChoice
        any="Any agent"
        isWithArchived
        value={view.agent}
        onChange={(agent) => show(given({ ...view, agent }))}
      />
    </div>
  )
}

const pageSize = 50

/** The gates of a view, newest first, live: one that opens appears automatically, one that no longer matches is removed. */
function useGates(filter: GateFilter) {
  const key = JSON.stringify(filter)
  return useLiveRows(
    key,
    useMemo(() => gatesOf(JSON.parse(key)), [key]),
  )
}

/** Read without the cache, which would join a page with pages of before, and so bring back gates that were decided since. */
function gatesOf(filter: GateFilter): RowSource<GateRowFragment> {
  return {
    async read(after, signal) {
      const variables = { filter, first: pageSize }
      if (after !== null)
        return (await live.query(MoreGatesDocument, { ...variables, after }, { signal })).gates
      const { updateCursors } = await live.query(GatesDocument, variables, { signal })
      return { ...updateCursors.query.gates, changesAfter: updateCursors.gateUpdated }
    },
    async *changes(after, signal) {
      for await (const { gateUpdated } of followLive(GatesUpdatesDocument, { filter, after }, { signal })) {
        const { isMatch, gate, query } = gateUpdated
        yield { id: gate.id, row: isMatch ? gate : null, totalCount: query.gates.totalCount }
      }
    },
    compare: (a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt) || b.id.localeCompare(a.id),
  }
}
