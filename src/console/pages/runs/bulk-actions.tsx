import { Link } from '@tanstack/react-router'
import { Ban, FolderPlus, GitCompare, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import {
  AbortRunsDocument,
  RetryRunsDocument,
  type RunBatchFieldsFragment,
  type RunFilter,
  type RunStatus,
} from '../../../generated/console/graphql.ts'
import { useSession } from '../../data/session.ts'
import { useAction } from '../../data/use-action.ts'
import { AskDialog } from '../../forms/ask.tsx'
import { DataSetDialog } from '../../forms/data-set-dialog.tsx'
import { Button, buttonName } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { formatCounted, formatWhole } from '../../ui/format.ts'
import { LeadingButton } from '../../ui/leading-button.tsx'
import look from '../../ui/look.module.css'
import { Problem } from '../../ui/page.tsx'
import styles from './runs-page.module.css'

interface Props {
  readonly selected: ReadonlySet<string>
  readonly filter: RunFilter
  readonly totalCount: number
  readonly onDone: () => void
}

interface Plan {
  readonly kind: 'abort' | 'retry'
  readonly filters: readonly RunFilter[]
  /** Result of the dry run. */
  readonly batch: RunBatchFieldsFragment
}

/** So many ids are in one filter. */
const maxIds = 100

/** So many runs become items of a data set at once. */
const maxItems = 1_000

/** Aborts or retries many runs, or makes items of them: the selected ones, or all of the view. They are counted first. Two that are selected can be compared. */
export function BulkActions({ selected, filter, totalCount, onDone }: Props) {
  const { may } = useSession()
  const abort = useAction(AbortRunsDocument)
  const retry = useAction(RetryRunsDocument)
  const [plan, setPlan] = useState<Plan | null>(null)
  const [result, setResult] = useState<{ readonly text: string; readonly of: RunFilter } | null>(null)
  const [isAdding, setAdding] = useState(false)
  const [reason, setReason] = useState('')
  const isEverything = selected.size === 0
  const isNarrowed = totalCount > 0 && Object.keys(filter).length > 0
  const hasTarget = !isEverything || (isNarrowed && may('OPERATOR'))
  // It is about the view and the selection that it was made with.
  const shownResult = isEverything && result?.of === filter ? result.text : null
  if (!plan && !shownResult && !hasTarget) return null
  const targets: readonly RunFilter[] = isEverything ? [filter] : idsInParts(selected)
  const retryable = retryableOf(filter)

  async function count(kind: Plan['kind']): Promise<void> {
    abort.clear()
    retry.clear()
    const filters = kind === 'abort' ? targets : targets.map((target) => ({ ...target, status: retryable }))
    const { send } = kind === 'abort' ? abort : retry
    const batch = await sendEach(filters, (filter) => send({ input: { filter, dryRun: true } }))
    setResult(null)
    if (batch) setPlan({ kind, filters, batch })
  }

  async function act({ kind, filters }: Plan): Promise<void> {
    const batch = await sendEach(filters, (filter) =>
      kind === 'abort'
        ? abort.send({ input: { filter, ...(reason !== '' && { reason }) } })
        : retry.send({ input: { filter } }),
    )
    if (!batch) return
    setPlan(null)
    const failed =
      batch.failed > 0 ? `, ${formatWhole(batch.failed)} failed: ${batch.failures[0]?.message}` : ''
    const more = batch.hasMore ? ' There are more: do it again.' : ''
    const text = `${formatWhole(batch.done)} ${kind === 'abort' ? 'aborted' : 'retried'}${failed}.${more}`
    setResult({ text, of: filter })
    onDone()
  }

  const wanted = isEverything ? totalCount : selected.size
  const name = isEverything ? allOf(totalCount) : `${selected.size} selected`
  return (
    <div className={`${look.inline} ${styles.bulk}`}>
      <span role="status">{shownResult ?? name}</span>
      <span className={look.spread} />
      <Problem error={plan ? null : (abort.problem ?? retry.problem)} />
      <CompareLink selected={selected} />
      {hasTarget && may('OPERATOR') && (
        <>
          <Button icon={Ban} label="Abort…" kind="danger" size="small" onPress={() => void count('abort')} />
          <LeadingButton
            icon={RotateCcw}
            label="Retry…"
            size="small"
            isReady={retryable.length > 0}
            lacks="Only failed and cancelled runs are retried, and this view has neither."
            onPress={() => void count('retry')}
          />
          <Button icon={FolderPlus} label="Add to data set…" size="small" onPress={() => setAdding(true)} />
        </>
      )}
      {isAdding && (
        <DataSetDialog
          runs={isEverything ? { filter, limit: maxItems } : { runIds: [...selected].slice(0, maxItems) }}
          verb={`Add ${formatCounted(Math.min(wanted, maxItems), 'run')}`}
          onDone={({ added, dataSet }) => {
            setAdding(false)
            setResult({ text: addedText({ wanted, added, dataSet: dataSet.slug }), of: filter })
            onDone()
          }}
          onClose={() => setAdding(false)}
        >
          {wanted > maxItems
            ? `At once at most ${formatWhole(maxItems)} become items: ${isEverything ? 'the newest' : 'the first that were selected'}.`
            : undefined}
        </DataSetDialog>
      )}
      {plan && (
        <AskDialog
          title={plan.kind === 'abort' ? 'Abort runs' : 'Retry runs'}
          verb={`${plan.kind === 'abort' ? 'Abort' : 'Retry'} ${formatCounted(plan.batch.matched, 'run')}`}
          isDanger={plan.kind === 'abort'}
          isReady={plan.batch.matched > 0}
          lacks="None of the runs can be."
          isSending={abort.isSending || retry.isSending}
          problem={abort.problem ?? retry.problem}
          act={() => act(plan)}
          onClose={() => setPlan(null)}
        >
          <p>
            {consequenceOf(plan)}
            {plan.batch.hasMore && ' There are more than can be taken at once.'}
          </p>
          {plan.kind === 'abort' && (
            <TextField label="Reason" value={reason} onChange={setReason} hint="Shown with each run." />
          )}
        </AskDialog>
      )}
    </div>
  )
}

/** What became items, and what was left out. */
function addedText(of: {
  readonly wanted: number
  readonly added: number
  readonly dataSet: string
}): string {
  const { wanted, added, dataSet } = of
  const present = Math.min(wanted, maxItems) - added
  const parts = [
    `${formatCounted(added, 'run')} added to ${dataSet}.`,
    present > 0 ? `${formatWhole(present)} left out: the same items are in it already.` : '',
    wanted > maxItems ? `${formatWhole(wanted - maxItems)} left out: more than can be taken at once.` : '',
  ]
  return parts.filter((part) => part !== '').join(' ')
}

function allOf(totalCount: number): string {
  return totalCount === 1 ? 'The only run of this view' : `All ${formatWhole(totalCount)} of this view`
}

/** What becomes of the runs that were counted. */
function consequenceOf({ kind, batch: { matched } }: Plan): string {
  if (kind === 'abort')
    return matched === 1
      ? '1 of them has not ended. It ends as cancelled, and its children with it.'
      : `${formatWhole(matched)} of them have not ended. They end as cancelled, and their children with them.`
  return matched === 1
    ? '1 of them has failed or was cancelled. It starts again as a new run with the same input.'
    : `${formatWhole(matched)} of them have failed or were cancelled. Each starts again as a new run with the same input.`
}

/** Two runs that are selected stand side by side on a page of their own. */
function CompareLink({ selected }: { readonly selected: ReadonlySet<string> }) {
  const [a, b, ...more] = selected
  if (a === undefined || b === undefined || more.length > 0) return null
  return (
    <Link to="/compare" search={{ a, b }} className={buttonName({ size: 'small' })}>
      <GitCompare aria-hidden="true" /> Compare
    </Link>
  )
}

function idsInParts(ids: ReadonlySet<string>): readonly RunFilter[] {
  const all = [...ids]
  return Array.from({ length: Math.ceil(all.length / maxIds) }, (_, part) => ({
    ids: all.slice(part * maxIds, (part + 1) * maxIds),
  }))
}

/** Statuses whose runs are retried. The API itself also starts COMPLETED and PAUSED runs again. */
function retryableOf({ status }: RunFilter): RunStatus[] {
  return (['FAILED', 'CANCELLED'] as const).filter((each) => status?.includes(each) ?? true)
}

/** The sum of the answers; null where one of the calls is refused. Those after it are not sent. */
async function sendEach(
  filters: readonly RunFilter[],
  send: (filter: RunFilter) => Promise<RunBatchFieldsFragment | null>,
): Promise<RunBatchFieldsFragment | null> {
  const sum: RunBatchFieldsFragment = { matched: 0, done: 0, failed: 0, hasMore: false, failures: [] }
  for (const filter of filters) {
    const batch = await send(filter)
    if (!batch) return null
    sum.matched += batch.matched
    sum.done += batch.done
    sum.failed += batch.failed
    sum.hasMore ||= batch.hasMore
    sum.failures.push(...batch.failures)
  }
  return sum
}
