import type { ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps } from 'react-aria-components'
import styles from './button.module.css'

interface Props extends Omit<ButtonProps, 'className' | 'style' | 'children'> {
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'danger'
  readonly size?: 'small' | 'medium'
  /** Only an icon: then the button needs an `aria-label`. */
  readonly isIcon?: boolean
  readonly children: ReactNode
}

export function Button({ kind = 'plain', size = 'medium', isIcon = false, ...props }: Props) {
  const names = [styles.button, styles[kind], styles[size], isIcon && styles.icon]
  return <AriaButton {...props} className={names.filter(Boolean).join(' ')} />
}

/** A small button that is an icon; `label` says what it does. */
export function IconButton({ label, ...props }: Omit<Props, 'isIcon' | 'size'> & { readonly label: string }) {
  return <Button kind="quiet" size="small" {...props} isIcon aria-label={label} />
}
