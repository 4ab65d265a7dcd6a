import { Ban, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import {
  AbortRunsDocument,
  RetryRunsDocument,
  type RunBatchFieldsFragment,
  type RunFilter,
} from '../../../generated/console/graphql.ts'
import { useAction } from '../../data/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { formatWhole } from '../../ui/format.ts'
import { Problem } from '../../ui/states.tsx'
import styles from './runs-page.module.css'

interface Props {
  readonly selected: ReadonlySet<string>
  readonly filter: RunFilter
  readonly totalCount: number
  readonly onDone: () => void
}

interface Plan {
  readonly kind: 'abort' | 'retry'
  readonly filter: RunFilter
  /** Result of the dry run. */
  readonly batch: RunBatchFieldsFragment
}

/** Aborts or retries many runs: the selected ones, or all of the view. They are counted first. */
export function BulkActions({ selected, filter, totalCount, onDone }: Props) {
  const abort = useAction(AbortRunsDocument, 'RunBatch')
  const retry = useAction(RetryRunsDocument, 'RunBatch')
  const [plan, setPlan] = useState<Plan | null>(null)
  const [result, setResult] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const isEverything = selected.size === 0
  const hasFilter = Object.keys(filter).length > 0
  if (!plan && !result && isEverything && !hasFilter) return null

  async function count(kind: Plan['kind']): Promise<void> {
    const target = isEverything ? filter : { ids: [...selected] }
    const batch = await (kind === 'abort' ? abort : retry).send({ input: { filter: target, dryRun: true } })
    setResult(null)
    if (batch) setPlan({ kind, filter: target, batch })
  }

  async function act({ kind, filter }: Plan): Promise<void> {
    const batch =
      kind === 'abort'
        ? await abort.send({ input: { filter, ...(reason !== '' && { reason }) } })
        : await retry.send({ input: { filter } })
    if (!batch) return
    setPlan(null)
    const failed =
      batch.failed > 0 ? `, ${formatWhole(batch.failed)} failed: ${batch.failures[0]?.message}` : ''
    const more = batch.hasMore ? ' There are more: do it again.' : ''
    setResult(`${formatWhole(batch.done)} ${kind === 'abort' ? 'aborted' : 'retried'}${failed}.${more}`)
    onDone()
  }

  const name = isEverything ? `All ${formatWhole(totalCount)} of this view` : `${selected.size} selected`
  return (
    <div className={styles.bulk}>
      <span role="status">{result ?? name}</span>
      <span className={styles.spread} />
      <Problem error={plan ? null : (abort.problem ?? retry.problem)} />
      <Button kind="danger" size="small" onPress={() => void count('abort')}>
        <Ban /> Abort…
      </Button>
      <Button size="small" onPress={() => void count('retry')}>
        <RotateCcw /> Retry…
      </Button>
      {plan && (
        <Dialog
          title={plan.kind === 'abort' ? 'Abort runs' : 'Retry runs'}
          isOpen
          onClose={() => setPlan(null)}
          actions={
            <>
              <Button onPress={() => setPlan(null)}>Cancel</Button>
              <Button
                kind={plan.kind === 'abort' ? 'danger' : 'primary'}
                isDisabled={plan.batch.matched === 0}
                isPending={abort.isSending || retry.isSending}
                onPress={() => void act(plan)}
              >
                {plan.kind === 'abort' ? 'Abort' : 'Retry'} {formatWhole(plan.batch.matched)}
                {plan.batch.matched === 1 ? ' run' : ' runs'}
              </Button>
            </>
          }
        >
          <p>
            {plan.kind === 'abort'
              ? `${formatWhole(plan.batch.matched)} of them have not ended. They end as cancelled, and their children with them.`
              : `${formatWhole(plan.batch.matched)} of them have failed or were cancelled. Each starts again as a new run with the same input.`}
            {plan.batch.hasMore && ' There are more than can be taken at once.'}
          </p>
          {plan.kind === 'abort' && (
            <TextField label="Reason" value={reason} onChange={setReason} hint="Shown with each run." />
          )}
          <Problem error={abort.problem ?? retry.problem} />
        </Dialog>
      )}
    </div>
  )
}
