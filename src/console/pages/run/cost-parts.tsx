import type { CostPartShownFragment } from '../../../generated/console/graphql.ts'
import { formatCost, formatCount } from '../../ui/format.ts'
import { column, numeric, Table } from '../../ui/table.tsx'

type Part = CostPartShownFragment

/** What each kind of token cost. Nothing where that is not known. */
export function CostParts({ parts }: { readonly parts: readonly Part[] | null | undefined }) {
  if (!parts || parts.length === 0) return null
  return (
    <Table<Part>
      label="Cost by kind of token"
      rows={parts}
      keyOf={({ kind }) => kind}
      columns={[
        column('Kind', ({ kind }) => names[kind]),
        numeric('Tokens', ({ tokens }) => tokens > 0 && formatCount(tokens)),
        numeric('Cost', ({ costUsd }) => formatCost(costUsd)),
      ]}
    />
  )
}

const names: Readonly<Record<Part['kind'], string>> = {
  INPUT: 'Input',
  CACHE_READ: 'Read from the cache',
  CACHE_WRITE: 'Written to the cache',
  OUTPUT: 'Output, with reasoning',
  REQUEST: 'Requests',
  BATCH_DISCOUNT: 'Discount of batches',
}
