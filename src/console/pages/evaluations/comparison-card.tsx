import { Link } from '@tanstack/react-router'
import { formatCost, formatEnum } from '../../ui/format.ts'
import { Card } from '../../ui/page.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import type { EvaluationOfPage } from './evaluation-page.tsx'
import styles from './evaluations.module.css'
import { scoreText } from './score.tsx'

type Comparison = NonNullable<EvaluationOfPage['comparison']>
type Item = Comparison['items'][number]

/** Improvements and regressions against the baseline; nothing where there is none. */
export function ComparisonCard({ evaluation }: { readonly evaluation: EvaluationOfPage }) {
  const { baseline, comparison } = evaluation
  if (!baseline || !comparison) return null
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
