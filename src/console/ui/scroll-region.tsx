import type { ReactNode } from 'react'

/** A text with a greatest height. The keyboard reaches it, and scrolls it. */
export function ScrollRegion(props: {
  readonly label: string
  readonly className?: string | undefined
  readonly children: ReactNode
}) {
  const { label, className = '', children } = props
  return (
    <div role="region" aria-label={label} tabIndex={0} className={className}>
      {children}
    </div>
  )
}
