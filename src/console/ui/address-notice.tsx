import { useNavigate, useSearch } from '@tanstack/react-router'
import { Unlink } from 'lucide-react'
import { useLost } from '../data/not-there.ts'
import { given, inPlace, type Search } from '../data/search.ts'
import styles from './address-notice.module.css'
import { Button } from './button.tsx'
import look from './look.module.css'

/**
 * What of the address the page could not read, or did not find, and what it shows in its place; a button takes that out of the address.
 * Nothing where the page shows what its address says.
 */
export function AddressNotice({
  instead = 'The page is shown without that.',
}: {
  readonly instead?: string | undefined
}) {
  const search: Search & { readonly unread?: Search } = useSearch({ strict: false })
  const { unread } = search
  // What a page has opened by itself is not of the address.
  const lost = Object.fromEntries(Object.entries(useLost()).filter(([name]) => name in search))
  const navigate = useNavigate()
  const bad: Search = { ...unread, ...lost }
  const names = Object.keys(bad)
  if (names.length === 0) return null

  function clean(): void {
    const without = Object.fromEntries([...names, 'unread'].map((name) => [name, undefined]))
    void navigate({ to: '.', search: (now) => given({ ...now, ...without }), state: true, ...inPlace })
  }

  return (
    <div className={`${look.notice} ${look.row}`} data-tone="waiting" role="alert">
      <Unlink aria-hidden="true" />
      <p className={styles.text}>
        {partsText(unread, 'cannot be read')}{' '}
        {partsText(lost, Object.keys(lost).length === 1 ? 'is not there' : 'are not there')} {instead}
      </p>
      <Button label="Clean the address" size="small" onPress={clean} />
    </div>
  )
}

/** `Of the address, status “LATE” cannot be read.` */
function partsText(parts: Search = {}, what: string): string {
  const texts = Object.entries(parts).map(([name, value]) => `${name} “${valueText(value)}”`)
  return texts.length === 0 ? '' : `Of the address, ${texts.join(' and ')} ${what}.`
}

const mostShown = 60

function valueText(value: unknown): string {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  const text = list.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))).join(', ')
  return text.length > mostShown ? `${text.slice(0, mostShown)}…` : text
}
