import { Link } from '@tanstack/react-router'
import type { BudgetFieldsFragment } from '../../../generated/console/graphql.ts'
import { costOf, formatCost, formatCount } from '../../ui/format.ts'
import look from '../../ui/look.module.css'
import { Meter } from '../../ui/meter.tsx'
import { Card, Loading } from '../../ui/page.tsx'

/** The project's cost of the day, and the used part of its limits. */
export function BudgetCard({ project }: { readonly project: BudgetFieldsFragment | undefined }) {
  return (
    <Card
      title="Today (UTC)"
      aside={
        <Link className={look.link} to="/settings" search={{ tab: 'project' }}>
          Limits
        </Link>
      }
    >
      {project ? <BudgetMeters project={project} /> : <Loading rows={2} />}
    </Card>
  )
}

/** Meters of the limits of the day, or the spending where there is no limit. */
export function BudgetMeters({ project }: { readonly project: BudgetFieldsFragment }) {
  const { maxCostUsdPerDay, maxTokensPerDay, spentToday } = project
  const reserved = Number(spentToday.reservedUsd)
  return (
    <div className={look.list}>
      <Budget
        label="Cost"
        spent={Number(spentToday.costUsd)}
        max={maxCostUsdPerDay == null ? null : Number(maxCostUsdPerDay)}
        format={formatCost}
        shown={costOf(spentToday)}
      />
      <Budget label="Tokens" spent={spentToday.tokens} max={maxTokensPerDay ?? null} format={formatCount} />
      {(reserved > 0 || spentToday.reservedTokens > 0) && (
        <p className={look.faint}>
          and {formatCost(reserved)} and {formatCount(spentToday.reservedTokens)} tokens reserved for calls
          under way
        </p>
      )}
    </div>
  )
}

function Budget(props: {
  readonly label: string
  readonly spent: number
  readonly max: number | null
  readonly format: (value: number) => string
  /** What was spent, in other words than `format` has. */
  readonly shown?: string
}) {
  const { label, spent, max, format, shown = format(spent) } = props
  if (max !== null) return <Meter label={label} value={spent} max={max} text={`${shown} of ${format(max)}`} />
  return (
    <div className={look.ends}>
      <span>{label}</span>
      <span>
        {shown} <span className={look.faint}>no limit</span>
      </span>
    </div>
  )
}
