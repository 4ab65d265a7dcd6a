import { lazy, Suspense, useMemo } from 'react'
import { checkJson, type IsReference, type JsonIssue, largeNumberIn, parseJson } from './json-check.ts'
import styles from './json-editor.module.css'

const JsonCode = lazy(async () => ({ default: (await import('./json-code.tsx')).JsonCode }))

interface Props {
  readonly label: string
  /** The JSON text: it may be invalid while it is typed. */
  readonly value: string
  readonly onChange: (text: string) => void
  /** JSON Schema of the value, where it is known. */
  readonly schema?: unknown
  /** Values that fit every schema. It is the same function each time. */
  readonly isReference?: IsReference
  /** Error of the server about the value. */
  readonly problem?: JsonIssue | null
  readonly isReadOnly?: boolean
  readonly autoFocus?: boolean
}

/** An editor for JSON: faults are shown at their lines, and below in words. Its code is loaded when it is first shown. */
export function JsonEditor({ schema, isReference, problem, ...props }: Props) {
  const issues = useJsonIssues(props.value, schema, isReference)
  const shown = problem ? [...issues, problem] : issues
  return (
    <div className={styles.editor} data-wrong={shown.length > 0}>
      <Suspense fallback={<pre className={styles.waiting}>{props.value}</pre>}>
        <JsonCode {...props} issues={shown} />
      </Suspense>
      {shown.length > 0 && (
        <ul className={styles.issues} aria-label={`What is wrong with ${props.label}`}>
          {shown.slice(0, 5).map(({ path, message }) => (
            <li key={`${path.join('.')} ${message}`}>{message}</li>
          ))}
          {shown.length > 5 && <li>And {shown.length - 5} more.</li>}
        </ul>
      )}
    </div>
  )
}

const noJson: JsonIssue = { path: [], message: 'This is not valid JSON yet.' }

function tooLarge(number: string): JsonIssue {
  return { path: [], message: `${number} would become another number: write it as a string, "${number}".` }
}

/** Faults of a JSON text: invalid syntax, or values that do not fit the schema. */
function useJsonIssues(
  text: string,
  schema: unknown,
  isReference: IsReference | undefined,
): readonly JsonIssue[] {
  return useMemo(() => {
    const value = parseJson(text)
    if (value !== undefined) return checkJson(value, schema, isReference)
    const large = largeNumberIn(text)
    return [large === null ? noJson : tooLarge(large)]
  }, [text, schema, isReference])
}
