import { useQuery } from 'urql'
import { ModelNamesDocument } from '../../../generated/console/graphql.ts'
import { SuggestField } from '../../ui/suggest-field.tsx'

/** A model by its name, `provider/model`: the known ones are suggested, others may be typed. */
export function ModelField({
  value,
  onChange,
  problem,
}: {
  readonly value: string
  readonly onChange: (model: string) => void
  readonly problem?: string | null | undefined
}) {
  const [{ data }] = useQuery({ query: ModelNamesDocument })
  const names = [
    ...(data?.models ?? []).map(({ name }) => name),
    ...(data?.agents.nodes ?? []).map(({ model }) => model),
  ]
  return (
    <SuggestField
      label="Model"
      value={value}
      onChange={onChange}
      suggestions={names}
      placeholder="provider/model"
      problem={problem}
    />
  )
}
