import { ChevronDown } from 'lucide-react'
import { Button, ComboBox, Input, Label } from 'react-aria-components'
import styles from './field.module.css'
import { FieldNotes, HiddenNotice, OptionList } from './field.tsx'

interface Props {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly suggestions: readonly string[]
  readonly placeholder?: string
  readonly hint?: string
  readonly problem?: string | null | undefined
  readonly isRequired?: boolean
}

/** A text field that suggests values; any other text may be typed. */
export function SuggestField(props: Props) {
  const { label, value, onChange, suggestions, placeholder = '', hint, problem, isRequired = false } = props
  return (
    <ComboBox
      allowsCustomValue
      inputValue={value}
      onInputChange={onChange}
      menuTrigger="focus"
      isInvalid={Boolean(problem)}
      isRequired={isRequired}
      className={styles.field ?? ''}
    >
      <Label className={styles.label ?? ''}>{label}</Label>
      <div className={styles.suggest}>
        <Input className={`${styles.input} ${styles.code}`} placeholder={placeholder} />
        <Button className={styles.open ?? ''}>
          <ChevronDown aria-hidden="true" />
        </Button>
      </div>
      <HiddenNotice of={value} />
      <FieldNotes hint={hint} problem={problem} />
      <OptionList options={[...new Set(suggestions)].map((text) => ({ value: text, label: text }))} />
    </ComboBox>
  )
}
