import { ArrowUp } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from './button.tsx'
import look from './look.module.css'
import styles from './page.module.css'
import { useIsNarrow } from './use-narrow.ts'

/**
 * What a row of a list opens below the list. On a phone it is out of sight: whoever opens one is led to it, and back. `of` names what is
 * opened; undefined: nobody chose it, so nobody is led.
 */
export function Panel({ of, children }: { readonly of: string | undefined; readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const from = useRef<Element | null>(null)
  const isNarrow = useIsNarrow()
  useEffect(() => {
    if (of === undefined || !isNarrow) return
    from.current = document.activeElement
    place.current?.scrollIntoView({ block: 'start' })
    place.current?.focus({ preventScroll: true })
  }, [of, isNarrow])

  function goBack(): void {
    const list = place.current?.parentElement
    const target = from.current?.isConnected && list?.contains(from.current) ? from.current : list
    target?.scrollIntoView({ block: target === list ? 'start' : 'center' })
    if (target instanceof HTMLElement) target.focus({ preventScroll: true })
  }

  return (
    <div ref={place} tabIndex={-1} className={`${look.stack} ${styles.panel}`}>
      {of !== undefined && isNarrow && (
        <div>
          <Button icon={ArrowUp} label="Back to the list" kind="quiet" size="small" onPress={goBack} />
        </div>
      )}
      {children}
    </div>
  )
}
