import type { TraceLine } from './trace-view.ts'

/** What a key does in the trace. */
type KeyAct =
  | { readonly kind: 'move'; readonly to: number }
  | { readonly kind: 'toggle' }
  | { readonly kind: 'press' }

/** As in a tree of the operating system; `j` and `k` besides. `at` is the line that the keyboard is at, -1 for none. */
export function actOf(key: string, lines: readonly TraceLine[], at: number): KeyAct | null {
  const last = lines.length - 1
  const to = (index: number): KeyAct => ({ kind: 'move', to: Math.max(0, Math.min(last, index)) })
  const isOpen = lines[at]?.isOpen ?? null
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return to(at + 1)
    case 'ArrowUp':
    case 'k':
      return to(at - 1)
    case 'Home':
      return to(0)
    case 'End':
      return to(last)
    case 'ArrowRight':
      if (isOpen === null) return null
      return isOpen ? to(at + 1) : { kind: 'toggle' }
    case 'ArrowLeft':
      return isOpen ? { kind: 'toggle' } : to(parentOf(lines, at))
    case 'Enter':
      return at === -1 ? null : { kind: 'press' }
    default:
      return null
  }
}

function parentOf(lines: readonly TraceLine[], at: number): number {
  const depth = lines[at]?.depth ?? 0
  return lines.slice(0, Math.max(0, at)).findLastIndex((line) => line.depth < depth)
}
