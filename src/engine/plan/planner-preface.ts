const opening = '<think>'
const closing = '</think>'

/** Finds where the JSON of a planner's turn begins: behind what the model thinks aloud and says ahead of it. */
export interface PlannerPreface {
  /** The text from the JSON on, as far as it came with this increment; nothing where it has not begun. */
  push(increment: string): string
}

/** Goes over each character once: of what it passed by it keeps a few letters, in which a mark may have begun. */
export function createPlannerPreface(): PlannerPreface {
  let held = ''
  let isThinking = false
  let isOver = false

  function passBy(text: string): string {
    const brace = createFinder(text, '{')
    const thought = createFinder(text, opening)
    for (let at = 0; ; ) {
      if (isThinking) {
        const end = text.indexOf(closing, at)
        if (end < 0) return hold(text, at, closing)
        isThinking = false
        at = end + closing.length
      }
      const begin = brace.from(at)
      const think = thought.from(at)
      isThinking = think >= 0 && (begin < 0 || think < begin)
      if (isThinking) at = think + opening.length
      else if (begin < 0) return hold(text, at, opening)
      else {
        isOver = true
        return text.slice(begin)
      }
    }
  }

  function hold(text: string, at: number, mark: string): '' {
    held = text.slice(Math.max(at, text.length - mark.length + 1))
    return ''
  }

  return { push: (increment) => (isOver ? increment : passBy(held + increment)) }
}

/** Looks no part of the text through twice, asked for places that only grow. */
function createFinder(text: string, wanted: string) {
  let found = text.indexOf(wanted)
  return {
    from(at: number): number {
      if (found >= 0 && found < at) found = text.indexOf(wanted, at)
      return found
    },
  }
}
