import type { Pricing } from '../../generated/console/graphql.ts'
import { type Option, SelectField } from '../ui/field.tsx'

/** Pricing as a form has it: `''` is that of the agent. */
export type PricingChoice = Pricing | ''

const choices: readonly Option<PricingChoice>[] = [
  { value: '', label: 'That of the agent' },
  { value: 'STANDARD', label: 'Full price, at once' },
  { value: 'BATCH', label: 'Half the price, in batches' },
]

/** Asks for the pricing of runs. */
export function PricingField(props: {
  readonly value: PricingChoice
  readonly onChange: (pricing: PricingChoice) => void
  readonly problem?: string | null
}) {
  const hint = props.value === 'BATCH' && 'The runs wait for batches, which can take hours.'
  return <SelectField label="Pricing" options={choices} hint={hint} {...props} />
}
