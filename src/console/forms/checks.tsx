import { Checkbox } from '../ui/field.tsx'
import styles from './filter.module.css'

/** Some of several values, in their order. Nothing where there are none to choose from. */
export function Checks<Value extends string>(props: {
  readonly legend: string
  readonly values: readonly Value[]
  readonly chosen: readonly Value[]
  readonly nameOf?: (value: Value) => string
  readonly onChange: (chosen: Value[]) => void
}) {
  const { legend, values, chosen, nameOf = (value) => value, onChange } = props
  if (values.length === 0) return null
  return (
    <fieldset className={styles.checks}>
      <legend>{legend}</legend>
      {values.map((value) => (
        <Checkbox
          key={value}
          label={nameOf(value)}
          isSelected={chosen.includes(value)}
          onChange={(isChosen) =>
            onChange(values.filter((each) => (each === value ? isChosen : chosen.includes(each))))
          }
        />
      ))}
    </fieldset>
  )
}
