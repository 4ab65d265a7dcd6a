import type { ReactNode } from 'react'
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import styles from './menu.module.css'

export interface Choice {
  readonly id: string
  readonly label: string
  readonly icon?: ReactNode
  readonly isDanger?: boolean
  readonly isDisabled?: boolean
  readonly act: () => void
}

/** A button and the actions that it opens. */
export function Menu({
  button,
  label,
  choices,
}: {
  readonly button: ReactNode
  readonly label: string
  readonly choices: readonly Choice[]
}) {
  return (
    <MenuTrigger>
      {button}
      <Popover className={styles.popover ?? ''} placement="bottom end">
        <AriaMenu aria-label={label} className={styles.menu ?? ''}>
          {choices.map(({ id, label, icon, isDanger, isDisabled = false, act }) => (
            <MenuItem
              key={id}
              id={id}
              textValue={label}
              isDisabled={isDisabled}
              onAction={act}
              className={`${styles.item} ${isDanger ? styles.danger : ''}`}
            >
              {icon}
              {label}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}
