import { JsonView } from '../../../ui/json-view.tsx'
import { readShownJson } from '../../../ui/large-numbers.ts'
import { Markdown } from '../../../ui/markdown.tsx'
import styles from './detail.module.css'

/** Text of a model: Markdown, or with its structure where it is JSON, as a plan and an answer by a schema are. */
export function SaidText({ label, text }: { readonly label: string; readonly text: string }) {
  const value = /^\s*[[{]/.test(text) ? readShownJson(text) : undefined
  if (value !== undefined) return <JsonView label={label} value={value} />
  return (
    <div className={styles.said}>
      <Markdown text={text} />
    </div>
  )
}
