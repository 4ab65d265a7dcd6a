import { Ellipsis, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import { Button, IconButton } from './button.tsx'
import styles from './menu.module.css'

export interface MenuChoice {
  readonly label: string
  /** What tells it from others with the same label. */
  readonly id?: string
  readonly icon?: LucideIcon
  readonly isDanger?: boolean
  readonly isDisabled?: boolean
  readonly act: () => void
}

/** A button and the actions that it opens: three dots, where it is no other. */
export function Menu(props: {
  readonly button?: ReactNode
  readonly label: string
  readonly choices: readonly MenuChoice[]
}) {
  const { label, choices, button = <Button icon={Ellipsis} aria-label={label} /> } = props
  return (
    <MenuTrigger>
      {button}
      <Popover className={styles.popover ?? ''} placement="bottom end">
        <AriaMenu aria-label={label} className={styles.menu ?? ''}>
          {choices.map(({ label, id = label, icon: Icon, isDanger, isDisabled = false, act }) => (
            <MenuItem
              key={id}
              id={id}
              textValue={label}
              isDisabled={isDisabled}
              onAction={act}
              className={`${styles.item} ${isDanger ? styles.danger : ''}`}
            >
              {Icon && <Icon />}
              {label}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}

/** The menu of a row of a table. */
export function RowMenu(props: { readonly label: string; readonly choices: readonly MenuChoice[] }) {
  const { label, choices } = props
  const button = <IconButton icon={Ellipsis} label={label} />
  return <Menu {...{ label, choices, button }} />
}
