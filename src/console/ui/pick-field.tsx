import { ChevronDown } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import styles from './field.module.css'
import type { Option } from './field.tsx'
import look from './look.module.css'
import menu from './menu.module.css'
import { Loading } from './page.tsx'

/** Loaded when it is opened: the first page needs none of it. */
const PickList = lazy(async () => ({ default: (await import('./pick-list.tsx')).PickList }))

export interface PickOption extends Option<string> {
  /** What is said of it beside its label. */
  readonly note?: string
  /** The heading that it stands below; those without one come first. */
  readonly group?: string
  /** Where it leads, relative to the console: it is a link then. */
  readonly href?: string
}

interface ListProps {
  readonly label: string
  readonly options: readonly PickOption[]
  /** Called with the words that are searched for, where the options are only a part of what there is. */
  readonly onSearch?: ((words: string) => void) | undefined
  /** Whether the words themselves can be chosen: an address or a run may name what is no longer there. */
  readonly takesWords?: boolean
}

interface Props extends ListProps {
  readonly isBare?: boolean
  readonly hint?: ReactNode
  readonly value: readonly string[]
  /** Whether several can be chosen. */
  readonly isMany?: boolean
  /** What stands for no choice. */
  readonly any: string
  /** Whether no choice is none. */
  readonly isRequired?: boolean
  readonly onChange: (value: readonly string[]) => void
}

/** Chooses from a list with a search: one, or several. What is chosen and no longer offered stays a choice. */
export function PickField({ isBare = false, isRequired = false, hint, value, any, ...props }: Props) {
  const { label, options } = props
  const names = value.map((each) => options.find((option) => option.value === each)?.label ?? each)
  const shown = names.length === 0 ? any : names.join(', ')
  return (
    <div className={styles.field}>
      {!isBare && <span className={styles.label}>{label}</span>}
      <DialogTrigger>
        <Button
          className={`${styles.input} ${styles.select}`}
          aria-label={`${label}: ${shown}`}
          {...(isRequired && value.length === 0 && { 'data-missing': label })}
        >
          <span className={look.cut}>{shown}</span>
          <ChevronDown aria-hidden="true" />
        </Button>
        <PickPopover {...props} value={value} {...(!isRequired && { any })} />
      </DialogTrigger>
      {hint && <span className={look.faint}>{hint}</span>}
    </div>
  )
}

/** Chooses one; `''` is none, which a required field keeps from being chosen. */
export function PickOneField({
  value,
  onChange,
  ...props
}: Omit<Props, 'value' | 'isMany' | 'onChange'> & {
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  return (
    <PickField
      {...props}
      value={value === '' ? [] : [value]}
      onChange={([next = '']) => (next !== '' || !props.isRequired) && onChange(next)}
    />
  )
}

interface PopoverProps extends ListProps {
  readonly value?: readonly string[]
  readonly isMany?: boolean
  readonly any?: string
  readonly onChange?: (value: readonly string[]) => void
}

/** The list below the button of a `DialogTrigger`. */
export function PickPopover(props: PopoverProps) {
  return (
    <Popover className={`${menu.popover} ${styles.picker}`} placement="bottom start">
      <Dialog aria-label={props.label} className={styles.pickDialog ?? ''}>
        {({ close }) => (
          <Suspense fallback={<Loading rows={4} />}>
            <PickList {...props} onClose={close} />
          </Suspense>
        )}
      </Dialog>
    </Popover>
  )
}
