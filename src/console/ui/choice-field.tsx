import { useId } from 'react'
import styles from './field.module.css'
import type { Option } from './field.tsx'
import look from './look.module.css'

interface Props {
  readonly label: string
  readonly hint?: string | undefined
  readonly problem?: string | null | undefined
  readonly options: readonly Option<string>[]
}

/** A few options, of which one is chosen. */
export function RadioField(
  props: Props & { readonly value: string; readonly onChange: (value: string) => void },
) {
  const { options, value, onChange } = props
  const name = useId()
  return (
    <Group {...props}>
      {options.map((option) => (
        <label key={option.value} className={styles.checkbox}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </Group>
  )
}

/** Options of which any number is chosen. */
export function CheckboxesField(
  props: Props & {
    readonly value: readonly string[]
    readonly onChange: (value: readonly string[]) => void
  },
) {
  const { options, value, onChange } = props
  return (
    <Group {...props}>
      {options.map((option) => (
        <label key={option.value} className={styles.checkbox}>
          <input
            type="checkbox"
            className={styles.box}
            checked={value.includes(option.value)}
            onChange={({ currentTarget }) => {
              const others = value.filter((each) => each !== option.value)
              onChange(currentTarget.checked ? [...others, option.value] : others)
            }}
          />
          {option.label}
        </label>
      ))}
    </Group>
  )
}

function Group({
  label,
  hint,
  problem,
  children,
}: Omit<Props, 'options'> & { readonly children: React.ReactNode }) {
  const notes = useId()
  return (
    <fieldset className={`${styles.field} ${styles.group}`} aria-describedby={notes}>
      <legend className={styles.label}>{label}</legend>
      <div className={look.row}>{children}</div>
      <div id={notes} className={look.small}>
        {hint && <p className={look.faint}>{hint}</p>}
        {problem && <p className={look.bad}>{problem}</p>}
      </div>
    </fieldset>
  )
}
