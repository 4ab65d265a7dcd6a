import { type ReactNode, useState } from 'react'
import { Checkbox, type Option, SelectField, TextField } from '../ui/field.tsx'
import styles from './filter.module.css'

/** A bar of what narrows and orders a list. */
export function Filters({ children }: { readonly children: ReactNode }) {
  return <div className={styles.filters}>{children}</div>
}

interface SearchProps {
  readonly label?: string
  readonly placeholder: string
  readonly value: string | undefined
  readonly onChange: (text: string | undefined) => void
}

/** The words that a list is searched for. */
export function SearchBox({ label = 'Search', value = '', onChange, ...props }: SearchProps) {
  return (
    <div className={styles.search}>
      <TextField
        {...props}
        label={label}
        isBare
        type="search"
        value={value}
        onChange={(text) => onChange(text === '' ? undefined : text)}
      />
    </div>
  )
}

interface ChoiceProps<Value extends string> {
  readonly label: string
  /** What stands for no choice. */
  readonly any: string
  readonly value: Value | undefined
  readonly options: readonly Option<Value>[]
  readonly onChange: (value: Value | undefined) => void
}

/** One of some values, or none of them. A value that is no longer offered stays a choice. */
export function Choice<Value extends string>({ label, any, value, options, onChange }: ChoiceProps<Value>) {
  const isOffered = value === undefined || options.some((option) => option.value === value)
  return (
    <div className={styles.choice}>
      <SelectField<string>
        label={label}
        isBare
        value={value ?? none}
        options={[{ value: none, label: any }, ...(isOffered ? [] : [{ value, label: value }]), ...options]}
        onChange={(chosen) => onChange(options.find((option) => option.value === chosen)?.value)}
      />
    </div>
  )
}

const none = ' '

/** Some of several values, in their order. Nothing where there are none to choose from. */
export function Checks<Value extends string>(props: {
  readonly legend: string
  readonly values: readonly Value[]
  readonly chosen: readonly Value[]
  readonly nameOf?: (value: Value) => string
  /** Whether a long list has a search. What is chosen stays in sight. */
  readonly isSearched?: boolean
  readonly onChange: (chosen: Value[]) => void
}) {
  const { legend, values, chosen, nameOf = (value) => value, isSearched = false, onChange } = props
  const [words = '', search] = useState<string>()
  if (values.length === 0) return null
  const isFound = (value: Value) =>
    chosen.includes(value) || nameOf(value).toLowerCase().includes(words.trim().toLowerCase())
  return (
    <fieldset className={styles.checks}>
      <legend>{legend}</legend>
      {isSearched && values.length > 12 && (
        <div className={styles.searchOfChecks}>
          <SearchBox label={`Search: ${legend}`} placeholder="Search" value={words} onChange={search} />
        </div>
      )}
      {values.filter(isFound).map((value) => (
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
