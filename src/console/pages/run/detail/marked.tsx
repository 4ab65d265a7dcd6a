/** Whether a text has the words of a search, whatever their case. Every text has no words. */
export function finds(search: string, text: string): boolean {
  return text.toLowerCase().includes(search.trim().toLowerCase())
}

/** More marks than anybody looks at would make a page slow. */
const maxMarks = 500

/** A text in which the words of a search are marked. */
export function Marked({ text, search }: { readonly text: string; readonly search: string }) {
  const words = search.trim().toLowerCase()
  if (words === '') return text
  const lower = text.toLowerCase()
  const parts = []
  let from = 0
  for (
    let at = lower.indexOf(words);
    at !== -1 && parts.length < 2 * maxMarks;
    at = lower.indexOf(words, from)
  ) {
    parts.push(text.slice(from, at), <mark key={at}>{text.slice(at, at + words.length)}</mark>)
    from = at + words.length
  }
  return [...parts, text.slice(from)]
}
