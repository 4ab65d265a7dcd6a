import { useEffect, useRef, useState } from 'react'
import { withEscapes } from '../../text/hidden-characters.ts'
import look from '../../ui/look.module.css'
import styles from './overview.module.css'

/** Characters after which the next line begins a block of its own, and after which the next word does. */
const blockLength = 800
const longestBlock = 6_000

/**
 * A text that grows. It is in blocks of some lines, and new text is appended to the last one: the browser lays out that block alone,
 * however long the text has become. The style keeps the end in view, unless the reader has scrolled up.
 */
export function StreamedText(props: {
  readonly text: string
  readonly label: string
  readonly isLive: boolean
}) {
  const { text, label, isLive } = props
  const place = useRef<HTMLDivElement>(null)
  const shown = useRef('')
  // A text that is whole from the first begins at its beginning; one that has grown stays where it is when it ends.
  const [hasGrown, setHasGrown] = useState(isLive)
  if (isLive && !hasGrown) setHasGrown(true)
  useEffect(() => {
    const element = place.current
    if (!element) return
    if (!text.startsWith(shown.current)) {
      element.replaceChildren()
      shown.current = ''
    }
    append(element, text.slice(shown.current.length))
    shown.current = text
  }, [text])
  return (
    <div
      className={`${look.well} ${styles.text}`}
      role="region"
      aria-label={label}
      tabIndex={0}
      data-live={isLive}
      data-grows={hasGrown}
    >
      <div ref={place} />
    </div>
  )
}

function append(element: HTMLElement, added: string): void {
  let rest = added
  while (rest !== '') {
    const block = element.lastElementChild ?? newBlock(element)
    const length = block.textContent.length
    const end = endOfBlock(rest, length)
    block.append(withEscapes(rest.slice(0, end)))
    block.normalize()
    rest = rest.slice(end)
    // A line that ends with its block needs no line break of its own.
    if (rest !== '' || block.textContent.length >= longestBlock) newBlock(element)
    if (rest.startsWith('\n')) rest = rest.slice(1)
  }
}

/** How much of a text a block of this length still takes. */
function endOfBlock(text: string, length: number): number {
  const line = text.indexOf('\n', Math.max(0, blockLength - length))
  const most = longestBlock - length
  if (line !== -1 && line < most) return line
  if (text.length <= most) return text.length
  const word = text.lastIndexOf(' ', most)
  return word > 0 ? word : most
}

function newBlock(element: HTMLElement): Element {
  return element.appendChild(document.createElement('div'))
}
