import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps } from 'react-aria-components'
import styles from './button.module.css'

interface Props extends Omit<ButtonProps, 'className' | 'style' | 'children'> {
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'danger'
  readonly size?: 'small' | 'medium'
  readonly icon?: LucideIcon | undefined
  /** Its words, beside the icon. A button that is only an icon needs an `aria-label`. */
  readonly label?: string
  /** In place of words: more than those. */
  readonly children?: ReactNode
}

export function Button({ kind = 'plain', size = 'medium', icon: Icon, label, ...props }: Props) {
  const { children = label, ...others } = props
  return (
    <AriaButton {...others} className={buttonName({ kind, size, isIcon: children === undefined })}>
      {Icon && <Icon />}
      {children}
    </AriaButton>
  )
}

/** The class of what looks like a button, a link among them. */
export function buttonName(of: Pick<Props, 'kind' | 'size'> & { readonly isIcon?: boolean }): string {
  const { kind = 'plain', size = 'medium', isIcon = false } = of
  return [styles.button, styles[kind], styles[size], isIcon && styles.icon].filter(Boolean).join(' ')
}

interface IconProps extends Omit<Props, 'label' | 'children' | 'size'> {
  readonly icon: LucideIcon
  /** What it does. */
  readonly label: string
}

/** A small button that is an icon. */
export function IconButton({ label, ...props }: IconProps) {
  return <Button kind="quiet" size="small" {...props} aria-label={label} />
}
