import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json, jsonParseLinter } from '@codemirror/lang-json'
import { bidiIsolates, bracketMatching, indentOnInput, syntaxTree } from '@codemirror/language'
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { escapeOf, hiddenCharacter, withEscapes } from '../text/hidden-characters.ts'
import type { JsonIssue } from './json-check.ts'
import { jsonColours } from './json-colours.ts'
import styles from './json-editor.module.css'

interface Props {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly issues: readonly JsonIssue[]
  readonly isReadOnly?: boolean
  readonly autoFocus?: boolean
}

/** The editor itself. Tab leaves it, as it leaves any field, so that the keyboard is not caught. */
export function JsonCode({ label, value, onChange, issues, isReadOnly = false, autoFocus = false }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const latest = useRef(onChange)
  const first = useRef({ value, autoFocus })
  useEffect(() => {
    latest.current = onChange
  }, [onChange])

  useEffect(() => {
    const editor = new EditorView({
      parent: frame.current ?? document.body,
      state: EditorState.create({
        doc: first.current.value,
        extensions: [
          ...basics,
          EditorView.contentAttributes.of({ 'aria-label': withEscapes(label), 'aria-multiline': 'true' }),
          EditorState.readOnly.of(isReadOnly),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) latest.current(state.doc.toString())
          }),
        ],
      }),
    })
    view.current = editor
    if (first.current.autoFocus) editor.focus()
    return () => editor.destroy()
  }, [label, isReadOnly])

  useEffect(() => {
    const editor = view.current
    if (!editor || editor.state.doc.toString() === value) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])

  useEffect(() => {
    const editor = view.current
    if (editor) editor.dispatch(setDiagnostics(editor.state, diagnose(editor, issues)))
  }, [issues])

  return <div ref={frame} className={styles.code} />
}

const look = EditorView.theme({
  '&': { backgroundColor: 'transparent', color: 'var(--text)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--text-faint)', border: '0' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 28%, transparent)',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--raised)',
    color: 'var(--text)',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--radius-small)',
  },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
})

const basics = [
  // The policy of the page accepts the styles of the editor by the nonce alone.
  EditorView.cspNonce.of(document.querySelector<HTMLElement>('[property="csp-nonce"]')?.nonce ?? ''),
  lineNumbers(),
  lintGutter(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  highlightActiveLine(),
  EditorView.lineWrapping,
  highlightSpecialChars({ specialChars: hiddenCharacter, render: chipOf }),
  bidiIsolates(),
  json(),
  look,
  jsonColours,
  keymap.of([...defaultKeymap, ...historyKeymap]),
]

/** Hidden characters look as they do outside of an editor. */
function chipOf(code: number): HTMLElement {
  const chip = document.createElement('span')
  chip.dataset.escape = 'true'
  chip.textContent = escapeOf(String.fromCodePoint(code))
  return chip
}

type SyntaxNode = ReturnType<typeof syntaxTree>['topNode']

const parseErrors = jsonParseLinter()

function diagnose(view: EditorView, issues: readonly JsonIssue[]): Diagnostic[] {
  if (issues.length === 0) return []
  const broken = parseErrors(view)
  if (broken.length > 0) return broken
  const top = syntaxTree(view.state).topNode.firstChild
  return issues.map(({ path, message }) => {
    const { from, to } = top ? find(view, top, path) : { from: 0, to: 0 }
    return { from, to, message, severity: 'error' }
  })
}

/** The part of the text at a path, or the innermost part around it. */
function find(view: EditorView, node: SyntaxNode, path: readonly string[]): { from: number; to: number } {
  const [name, ...rest] = path
  if (name === undefined) return isLarge(node) ? { from: node.from, to: node.from + 1 } : node
  if (node.name === 'Object') {
    for (const property of node.getChildren('Property')) {
      const key = property.getChild('PropertyName')
      if (!key || view.state.sliceDoc(key.from, key.to) !== JSON.stringify(name)) continue
      const value = property.lastChild
      return value && value.name !== 'PropertyName' && (rest.length > 0 || !isLarge(value))
        ? find(view, value, rest)
        : key
    }
  }
  if (node.name === 'Array') {
    const item = children(node)[Number(name)]
    if (item) return find(view, item, rest)
  }
  return { from: node.from, to: node.from + 1 }
}

function isLarge({ name }: SyntaxNode): boolean {
  return name === 'Object' || name === 'Array'
}

function children(node: SyntaxNode): readonly SyntaxNode[] {
  const found: SyntaxNode[] = []
  for (let child = node.firstChild; child; child = child.nextSibling)
    if (!/^[[\],{}:⚠]$/.test(child.name)) found.push(child)
  return found
}
