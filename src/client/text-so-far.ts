/** One answer of a subscription to events. */
export type SubscriptionData = Readonly<Record<string, unknown>>

/**
 * Gives each `TextDelta` the text of its message from the beginning, in place of its own piece. So a cache need not join pieces: the value
 * of the newest one is the text. An increment that comes a second time changes nothing, since it has its offset. A delta without `messageId`, `offset` and
 * `text` passes untouched: its place is unknown, and after a reconnection its text would come twice.
 */
export function sumUpText(): (data: SubscriptionData) => SubscriptionData {
  const texts = new Map<string, string>()
  return (data) => {
    const [[field, event] = []] = Object.entries(data)
    if (field === undefined || !isTextDelta(event)) return data
    const text = appended(texts.get(event.messageId) ?? '', event)
    texts.set(event.messageId, text)
    return { [field]: { ...event, offset: 0, text } }
  }
}

/** A delta has its offset, in UTF-16 code units: one that comes a second time changes nothing. */
export function appended(text: string, delta: { readonly offset: number; readonly text: string }): string {
  const isRepeated = delta.offset < text.length && text.startsWith(delta.text, delta.offset)
  return isRepeated ? text : text.slice(0, delta.offset) + delta.text
}

interface TextDelta {
  readonly messageId: string
  readonly offset: number
  readonly text: string
}

function isTextDelta(event: unknown): event is TextDelta {
  if (!(event instanceof Object && '__typename' in event && event.__typename === 'TextDelta')) return false
  return 'messageId' in event && 'offset' in event && 'text' in event
}
