import { useState } from 'react'
import { useQuery } from 'urql'
import { RunCostDocument } from '../../../generated/console/graphql.ts'
import { SelectField } from '../../ui/field.tsx'
import { costOf, formatCost, formatCount, formatEnum } from '../../ui/format.ts'
import { Card, Facts } from '../../ui/page.tsx'
import { Problem } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { Unpriced } from '../../ui/unpriced.tsx'

const groups = [
  { value: 'model', label: 'by model' },
  { value: 'purpose', label: 'by purpose' },
  { value: 'step', label: 'by step' },
  { value: 'child', label: 'by child' },
] as const

/** Cost of a run, and its parts. `version` changes when there is more of it. */
export function CostCard({ runId, version }: { readonly runId: string; readonly version: number }) {
  const [by, setBy] = useState<(typeof groups)[number]['value']>('model')
  const [{ data, error }] = useQuery({
    query: RunCostDocument,
    variables: { id: runId },
    context: contextOf(version),
  })
  const cost = data?.run?.cost
  const rows = cost && {
    model: cost.byModel.map(({ model, provider, usage }) => ({
      id: `${provider}/${model}`,
      name: model ?? '–',
      usage,
    })),
    purpose: cost.byPurpose.map(({ purpose, usage }) => ({
      id: String(purpose),
      name: purpose ? formatEnum(purpose) : '–',
      usage,
    })),
    step: cost.byStep.map(({ step, usage }) => ({ id: step.id, name: `Step ${step.number}`, usage })),
    child: cost.byChild.map(({ run, usage }) => ({
      id: String(run?.id),
      name: run?.agent.name ?? '–',
      usage,
    })),
  }
  return (
    <Card
      title="Cost"
      aside={<SelectField label="Group the cost" isBare value={by} options={groups} onChange={setBy} />}
    >
      <Problem error={error} />
      {cost && rows && (
        <>
          <Facts
            of={{
              Total: costOf(cost.total),
              Wasted: known(cost.wastedUsd, cost.unpricedCalls),
              'Saved by caching': formatCost(cost.cacheSavedUsd),
            }}
          />
          <Unpriced calls={cost.unpricedCalls} />
          <Table
            label={`Cost ${by}`}
            rows={rows[by]}
            keyOf={({ id }) => `${by} ${id}`}
            columns={[
              { name: 'For', cell: ({ name }) => name },
              { name: 'Calls', isNumber: true, cell: ({ usage }) => formatCount(usage.requests) },
              { name: 'Tokens', isNumber: true, cell: ({ usage }) => formatCount(usage.totalTokens) },
              { name: 'Cost', isNumber: true, cell: ({ usage }) => costOf(usage) },
            ]}
          />
        </>
      )}
    </Card>
  )
}

/** A part of the cost, of whose calls some may have no price. */
function known(usd: string, unpricedCalls: number): string {
  return unpricedCalls > 0 && Number(usd) === 0 ? 'not known' : formatCost(usd)
}

const contexts = new Map<number, { readonly requestPolicy: 'cache-and-network' }>()

/** The same object for the same version: another one has the query sent again. */
function contextOf(version: number): { readonly requestPolicy: 'cache-and-network' } {
  const known = contexts.get(version) ?? { requestPolicy: 'cache-and-network' }
  contexts.clear()
  contexts.set(version, known)
  return known
}
