/** Whether `place` lies between the two UTF-16 units of one character: no text may begin or end there. */
export function splitsSurrogatePair(text: string, position: number): boolean {
  return isLowSurrogate(text.charCodeAt(position)) && isHighSurrogate(text.charCodeAt(position - 1))
}

/** The last place up to this one where a text may be cut: within no character, and within no mark of a secret (TAS-7). */
export function lastWhole(text: string, position: number): number {
  return markAround(text, position)?.from ?? (splitsSurrogatePair(text, position) ? position - 1 : position)
}

/** The first such place from this one on. */
export function nextWhole(text: string, position: number): number {
  return markAround(text, position)?.to ?? (splitsSurrogatePair(text, position) ? position + 1 : position)
}

const markBegins = '[redacted:'
const longestMark = '[redacted:0123456789abcdefn]'.length

function markAround(text: string, position: number): { readonly from: number; readonly to: number } | null {
  const from = text.lastIndexOf(markBegins, position - 1)
  if (from < 0 || position - from >= longestMark) return null
  const end = text.slice(from, from + longestMark).indexOf(']')
  return end < 0 || from + end < position ? null : { from, to: from + end + 1 }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}
