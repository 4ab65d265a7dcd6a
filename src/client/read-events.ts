/** An event of an event stream. */
export interface StreamedEvent {
  /** `message` if the stream names none. */
  readonly event: string
  readonly data: string
}

/**
 * Yields the events of a response as they are complete (https://html.spec.whatwg.org/#event-stream-interpretation). An event that the end
 * of the stream cuts off is left out. `onHeard` is called for each part that arrives, comments included.
 */
export async function* readEvents(response: Response, onHeard: () => void): AsyncGenerator<StreamedEvent> {
  let event = ''
  let data: string[] = []
  for await (const line of readLines(response, onHeard)) {
    if (line === '') {
      if (data.length > 0 || event !== '') yield { event: event || 'message', data: data.join('\n') }
      event = ''
      data = []
      continue
    }
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    if (field === 'event') event = value
    if (field === 'data') data.push(value)
  }
}

/** Yields each complete line; it ends with a line feed, a carriage return, or both. */
async function* readLines({ body }: Response, onHeard: () => void): AsyncGenerator<string> {
  if (body === null) return
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      onHeard()
      rest += decoder.decode(value, { stream: true })
      // A carriage return at the end may be the first half of a line's end.
      const lines = rest.split(/\r\n|\n|\r(?!$)/)
      rest = lines.pop() ?? ''
      yield* lines
    }
  } finally {
    // The other side may be gone already.
    reader.cancel().catch(() => undefined)
  }
}
