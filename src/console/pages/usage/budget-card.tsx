import { Link } from '@tanstack/react-router'
import type { BudgetFieldsFragment } from '../../../generated/console/graphql.ts'
import { costOf, formatCost, formatCount } from '../../ui/format.ts'
import { Meter } from '../../ui/meter.tsx'
import { Card } from '../../ui/page.tsx'
import { Loading } from '../../ui/states.tsx'
import styles from './budget-card.module.css'

/** The project's cost of the day, and the used part of its limits. */
export function BudgetCard({ project }: { readonly project: BudgetFieldsFragment | undefined }) {
  return (
    <Card
      title="Today (UTC)"
      aside={
        <Link className={styles.link} to="/settings" search={{ tab: 'project' }}>
          Limits
        </Link>
      }
    >
      {project ? <Budgets project={project} /> : <Loading rows={2} />}
    </Card>
  )
}

/** Meters of the limits of the day, or the spending where there is no limit. */
function Budgets({ project }: { readonly project: BudgetFieldsFragment }) {
  const { maxCostUsdPerDay, maxTokensPerDay, spentToday } = project
  const reserved = Number(spentToday.reservedUsd)
  return (
    <div className={styles.stack}>
      <Budget
        label="Cost"
        spent={Number(spentToday.costUsd)}
        max={maxCostUsdPerDay == null ? null : Number(maxCostUsdPerDay)}
        format={formatCost}
        shown={costOf(spentToday)}
      />
      <Budget label="Tokens" spent={spentToday.tokens} max={maxTokensPerDay ?? null} format={formatCount} />
      {reserved > 0 && <p className={styles.hint}>and {formatCost(reserved)} reserved for calls under way</p>}
    </div>
  )
}

function Budget({
  label,
  spent,
  max,
  format,
  shown = format(spent),
}: {
  readonly label: string
  readonly spent: number
  readonly max: number | null
  readonly format: (value: number) => string
  /** What was spent, in other words than `format` has. */
  readonly shown?: string
}) {
  if (max !== null) return <Meter label={label} value={spent} max={max} text={`${shown} of ${format(max)}`} />
  return (
    <div className={styles.unlimited}>
      <span>{label}</span>
      <span>
        {shown} <span className={styles.hint}>no limit</span>
      </span>
    </div>
  )
}
