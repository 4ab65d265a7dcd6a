import { syntaxTree } from '@codemirror/language'
import { type Range, RangeSet } from '@codemirror/state'
import { Decoration, type DecorationSet, type EditorView, ViewPlugin } from '@codemirror/view'
import styles from './json-view.module.css'

const marks: Readonly<Record<string, Decoration>> = {
  PropertyName: Decoration.mark({ class: styles.key ?? '' }),
  String: Decoration.mark({ class: styles.string ?? '' }),
  Number: Decoration.mark({ class: styles.number ?? '' }),
  True: Decoration.mark({ class: styles.word ?? '' }),
  False: Decoration.mark({ class: styles.word ?? '' }),
  Null: Decoration.mark({ class: styles.word ?? '' }),
}

/** Gives JSON in an editor the colours that it has in a JsonView. */
export const jsonColours = ViewPlugin.define(
  (view) => ({
    marks: colour(view),
    update() {
      this.marks = colour(view)
    },
  }),
  { decorations: ({ marks }) => marks },
)

/** Only the visible part: a definition may be long. */
function colour(view: EditorView): DecorationSet {
  const found: Range<Decoration>[] = []
  for (const { from, to } of view.visibleRanges)
    syntaxTree(view.state).iterate({
      from,
      to,
      enter: ({ name, from, to }) => {
        const mark = marks[name]
        if (mark && to > from) found.push(mark.range(from, to))
      },
    })
  return RangeSet.of(found, true)
}
