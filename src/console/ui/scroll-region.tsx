import type { ReactNode } from 'react'

/** A text with a greatest height. The keyboard reaches it, and scrolls it. */
export function ScrollRegion({
  label,
  className = '',
  children,
}: {
  readonly label: string
  readonly className?: string | undefined
  readonly children: ReactNode
}) {
  return (
    <div role="region" aria-label={label} tabIndex={0} className={className}>
      {children}
    </div>
  )
}
