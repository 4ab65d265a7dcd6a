import { Check, ChevronDown } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import {
  Button as AriaButton,
  Select as AriaSelect,
  TextField as AriaTextField,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
  Text,
  TextArea,
} from 'react-aria-components'
import { hiddenIn } from '../text/hidden-characters.ts'
import styles from './field.module.css'
import look from './look.module.css'
import menu from './menu.module.css'

interface FieldProps {
  readonly label: string
  /** Whether the label is for screen readers only, where the text beside it says the same. */
  readonly isBare?: boolean
  readonly hint?: ReactNode
  /** Error of the server about the value. */
  readonly problem?: string | null | undefined
}

interface TextProps extends FieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly placeholder?: string
  readonly type?: 'text' | 'password' | 'search' | 'number' | 'datetime-local' | 'date' | 'email' | 'url'
  /** More than one: the field has lines. */
  readonly rows?: number
  readonly isCode?: boolean
  readonly isRequired?: boolean
  readonly autoFocus?: boolean
  readonly onKeyDown?: (event: KeyboardEvent) => void
}

export function TextField({
  label,
  isBare,
  hint,
  problem,
  rows = 1,
  isCode,
  placeholder,
  ...props
}: TextProps) {
  const name = `${styles.input} ${isCode ? styles.code : ''}`
  return (
    <AriaTextField
      {...props}
      {...(isBare && { 'aria-label': label })}
      isInvalid={Boolean(problem)}
      className={styles.field ?? ''}
    >
      {!isBare && <Label className={styles.label ?? ''}>{label}</Label>}
      {rows > 1 ? (
        <TextArea className={name} rows={rows} placeholder={placeholder ?? ''} spellCheck={!isCode} />
      ) : (
        <Input className={name} placeholder={placeholder ?? ''} />
      )}
      <HiddenNotice of={props.value} />
      <FieldNotes hint={hint} problem={problem} />
    </AriaTextField>
  )
}

export interface Option<Value extends string> {
  readonly value: Value
  readonly label: string
}

interface SelectProps<Value extends string> extends FieldProps {
  readonly value: Value
  readonly options: readonly Option<Value>[]
  readonly onChange: (value: Value) => void
}

export function SelectField<Value extends string>(props: SelectProps<Value>) {
  const { label, isBare, hint, problem, value, options, onChange } = props
  return (
    <AriaSelect
      {...(isBare && { 'aria-label': label })}
      value={value}
      onChange={(key) => {
        const option = options.find((each) => each.value === key)
        if (option) onChange(option.value)
      }}
      isInvalid={Boolean(problem)}
      className={styles.field ?? ''}
    >
      {!isBare && <Label className={styles.label ?? ''}>{label}</Label>}
      <AriaButton className={`${styles.input} ${styles.select}`}>
        <SelectValue className={look.cut ?? ''}>{({ selectedText }) => <>{selectedText}</>}</SelectValue>
        <ChevronDown aria-hidden="true" />
      </AriaButton>
      <FieldNotes hint={hint} problem={problem} />
      <OptionList options={options} chosen={value} />
    </AriaSelect>
  )
}

/** Beside a field, which draws its value as it is: what the value has that is not seen. */
export function HiddenNotice({ of: value }: { readonly of: string }) {
  const hidden = hiddenIn(value)
  if (hidden === null) return null
  return (
    <div className={`${look.notice} ${look.small}`} data-tone="waiting" role="note">
      It has characters that are not seen: {hidden}
    </div>
  )
}

/** Below a field: its hint, and what is wrong with its value. */
export function FieldNotes({ hint, problem }: Pick<FieldProps, 'hint' | 'problem'>) {
  return (
    <>
      {hint && (
        <Text slot="description" className={look.faint ?? ''}>
          {hint}
        </Text>
      )}
      <FieldError className={`${look.bad} ${look.small}`}>{problem}</FieldError>
    </>
  )
}

/** The list that a field opens. */
export function OptionList(props: { readonly options: readonly Option<string>[]; readonly chosen?: string }) {
  const { options, chosen } = props
  return (
    <Popover className={`${menu.popover} ${styles.popover}`}>
      <ListBox className={menu.menu ?? ''}>
        {options.map(({ value, label }) => (
          <ListBoxItem key={value} id={value} textValue={label} className={`${menu.item} ${styles.option}`}>
            {label}
            {value === chosen && <Check aria-hidden="true" />}
          </ListBoxItem>
        ))}
      </ListBox>
    </Popover>
  )
}

/** The browser's own: a list shows thousands of them. */
export function Checkbox(props: {
  readonly label: string
  readonly isBare?: boolean
  readonly isSelected: boolean
  readonly isIndeterminate?: boolean
  /** Whether keys of the list that it stands in do the same: Tab does not stop at it. */
  readonly isBesideKeys?: boolean
  readonly onChange: (isSelected: boolean) => void
}) {
  const { label, isBare, isSelected, onChange, isIndeterminate = false, isBesideKeys = false } = props
  return (
    <label className={styles.checkbox}>
      <input
        type="checkbox"
        className={styles.box}
        {...(isBare && { 'aria-label': label })}
        {...(isBesideKeys && { tabIndex: -1 })}
        checked={isSelected}
        ref={(element) => {
          if (element) element.indeterminate = isIndeterminate
        }}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {!isBare && label}
    </label>
  )
}
