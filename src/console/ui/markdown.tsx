import { lazy, Suspense } from 'react'
import look from './look.module.css'

const MarkdownText = lazy(() => import('./markdown-text.tsx'))

/** Above this many characters a text is shown as it is: to lay all of it out would take too long. */
const longest = 60_000

/**
 * Text of a model, which mostly is Markdown, with its headings, lists, tables and code. Until the code for it is loaded, as it was written.
 */
export function Markdown({ text }: { readonly text: string }) {
  const plain = <div className={look.said}>{text}</div>
  if (text.length > longest || !mayBeMarkdown.test(text)) return plain
  return (
    <Suspense fallback={plain}>
      <MarkdownText text={text} />
    </Suspense>
  )
}

/** A text without any of these signs looks the same in both ways. */
const mayBeMarkdown = /[*_`#>|[\]~]|^\s*([-+]|\d+[.)])\s|https?:/m
