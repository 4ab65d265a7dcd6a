import { Check, Copy, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Button, IconButton } from './button.tsx'
import styles from './json-view.module.css'
import look from './look.module.css'

/** A value as JSON with colours, or a string as it is; long ones are shown on request. */
export function JsonView({ value, label }: { readonly value: unknown; readonly label: string }) {
  const text = useMemo(() => (typeof value === 'string' ? value : JSON.stringify(value, null, 2)), [value])
  const [isWhole, setWhole] = useState(false)
  const isLong = text.length > maxLength
  const shown = isLong && !isWhole ? text.slice(0, maxLength) : text
  return (
    <div className={styles.view}>
      <pre className={look.well} role="group" aria-label={label} tabIndex={0}>
        {typeof value === 'string' ? shown : <Coloured json={shown} />}
      </pre>
      <CopyButton text={text} />
      {isLong && !isWhole && (
        <Button
          label={`Show all ${text.length.toLocaleString()} characters`}
          size="small"
          kind="quiet"
          onPress={() => setWhole(true)}
        />
      )}
    </div>
  )
}

const maxLength = 4_000

/** Copies a text. Over plain HTTP, where browsers have no clipboard, there is no button. */
export function CopyButton({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null)
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('copied')
    } catch {
      setOutcome('refused')
    }
    setTimeout(() => setOutcome(null), 1_500)
  }
  if (!isSecureContext) return null
  const shown = outcome === null ? { label, icon: Copy } : outcomes[outcome]
  return (
    <span className={styles.copy}>
      <IconButton {...shown} onPress={() => void copy()} />
    </span>
  )
}

const outcomes = {
  copied: { label: 'Copied', icon: Check },
  refused: { label: 'The browser refuses to copy', icon: X },
} as const

const token = /("(?:\\.|[^"\\])*")(\s*:)?|\b(true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

function Coloured({ json }: { readonly json: string }) {
  const parts = []
  let from = 0
  for (const match of json.matchAll(token)) {
    const [text, string, colon, word] = match
    parts.push(json.slice(from, match.index))
    const kind = colon ? styles.key : string ? styles.string : word ? styles.word : styles.number
    parts.push(
      <span key={match.index} className={kind}>
        {text}
      </span>,
    )
    from = match.index + text.length
  }
  return (
    <>
      {parts}
      {json.slice(from)}
    </>
  )
}
