import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import { Button, IconButton } from './button.tsx'
import styles from './menu.module.css'

export interface Choice {
  readonly id: string
  readonly label: string
  readonly icon?: ReactNode
  readonly isDanger?: boolean
  readonly isDisabled?: boolean
  readonly act: () => void
}

/** A button and the actions that it opens: three dots, where it is no other. */
export function Menu({
  label,
  choices,
  button = (
    <Button isIcon aria-label={label}>
      <Ellipsis />
    </Button>
  ),
}: {
  readonly button?: ReactNode
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

/** The menu of a row of a table. */
export function RowMenu({ label, choices }: { readonly label: string; readonly choices: readonly Choice[] }) {
  const button = (
    <IconButton label={label}>
      <Ellipsis />
    </IconButton>
  )
  return <Menu {...{ label, choices, button }} />
}
