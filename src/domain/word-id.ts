/*
 * The ids that callers, logs and URLs know, such as `run_01a22b9e42157168b7ec788fdb94aad6`: words for people have these, and none has the UUID
 * of a row. Which kinds have which words is told in graphql/global-id.ts.
 */

/** An id of a word and a UUID, or the id of an event. */
export function toWordId(word: string, id: string): string {
  return `${word}_${id.replaceAll('-', '').replaceAll(':', '_')}`
}

export function parseWordId(text: string): { readonly word: string; readonly id: string } | null {
  const [, word, a, b, c, d, e, rest = ''] = wordId.exec(text) ?? []
  return word === undefined ? null : { word, id: `${a}-${b}-${c}-${d}-${e}${rest.replaceAll('_', ':')}` }
}

const wordId =
  /^([a-z]+(?:_[a-z]+)*)_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})(_\d{1,9}(?:_RUNS)?)?$/
