import { ChevronDown } from 'lucide-react'
import {
  Button,
  ComboBox,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Text,
} from 'react-aria-components'
import styles from './field.module.css'
import look from './look.module.css'
import menu from './menu.module.css'

interface Props {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly suggestions: readonly string[]
  readonly placeholder?: string
  readonly hint?: string
  readonly problem?: string | null | undefined
}

/** A text field that suggests values; any other text may be typed. */
export function SuggestField(props: Props) {
  const { label, value, onChange, suggestions, placeholder = '', hint, problem } = props
  return (
    <ComboBox
      allowsCustomValue
      inputValue={value}
      onInputChange={onChange}
      menuTrigger="focus"
      isInvalid={Boolean(problem)}
      className={styles.field ?? ''}
    >
      <Label className={styles.label ?? ''}>{label}</Label>
      <div className={styles.suggest}>
        <Input className={`${styles.input} ${styles.code}`} placeholder={placeholder} />
        <Button className={styles.open ?? ''}>
          <ChevronDown aria-hidden="true" />
        </Button>
      </div>
      {hint && (
        <Text slot="description" className={look.faint ?? ''}>
          {hint}
        </Text>
      )}
      <FieldError className={`${look.bad} ${look.small}`}>{problem}</FieldError>
      <Popover className={`${menu.popover} ${styles.popover}`}>
        <ListBox className={menu.menu ?? ''}>
          {[...new Set(suggestions)].map((text) => (
            <ListBoxItem key={text} id={text} textValue={text} className={`${menu.item} ${styles.option}`}>
              {text}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}
