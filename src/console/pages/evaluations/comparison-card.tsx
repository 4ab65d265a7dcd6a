import { Link } from '@tanstack/react-router'
import { useQuery } from 'urql'
import {
  EvaluationComparisonDocument,
  type EvaluationComparisonQuery,
} from '../../../generated/console/graphql.ts'
import { formatCost, formatEnum } from '../../ui/format.ts'
import { Card } from '../../ui/page.tsx'
import { Problem } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import styles from './evaluations.module.css'
import { scoreText } from './score.tsx'

type Comparison = NonNullable<NonNullable<EvaluationComparisonQuery['evaluation']>['comparison']>
type Item = Comparison['items'][number]

/** Improvements and regressions of an evaluation that has ended against its baseline. */
export function ComparisonCard({
  id,
  baseline,
}: {
  readonly id: string
  readonly baseline: { readonly id: string; readonly agentVersion: number }
}) {
  const [{ data, error }] = useQuery({ query: EvaluationComparisonDocument, variables: { id } })
  if (error) return <Problem error={error} />
  const comparison = data?.evaluation?.comparison
  if (!comparison) return null
  const { improved, regressed, same, flaky, items } = comparison
  return (
    <Card
      title={
        regressed > 0
          ? 'Some items became worse'
          : improved > 0
            ? 'Better than the baseline'
            : 'As the baseline'
      }
      aside={
        <Link to="/evaluations/$evaluationId" params={{ evaluationId: baseline.id }}>
          baseline: version {baseline.agentVersion}
        </Link>
      }
      isFlush={items.length > 0}
    >
      {items.length > 0 ? (
        <Table label="What changed" columns={columns} rows={items} keyOf={({ key }) => key} />
      ) : (
        <p>
          {same} items have the same score. {flaky > 0 && `${flaky} differ by chance.`}
        </p>
      )}
    </Card>
  )
}

const columns: readonly Column<Item>[] = [
  { name: 'Item', cell: ({ key }) => key },
  {
    name: 'Change',
    cell: ({ change }) => (
      <span className={styles.change} data-change={change}>
        {formatEnum(change)}
      </span>
    ),
  },
  { name: 'Before', isNumber: true, cell: ({ before }) => trialsOf(before) },
  { name: 'Now', isNumber: true, cell: ({ after }) => trialsOf(after) },
  {
    name: 'Cost',
    isNumber: true,
    cell: ({ costDeltaUsd }) =>
      costDeltaUsd == null ? '–' : `${Number(costDeltaUsd) > 0 ? '+' : ''}${formatCost(costDeltaUsd)}`,
  },
]

function trialsOf(outcome: Item['before']): string {
  if (!outcome) return '–'
  return `${scoreText(outcome.score)} (${outcome.passed} of ${outcome.total})`
}
