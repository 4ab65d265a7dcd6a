/** A message of an event stream. */
export interface EventMessage {
  readonly event: string | undefined
  readonly id: string | null
  readonly data: unknown
}

/** The messages of an event stream, without its comments. */
export function messagesOf(text: string): readonly EventMessage[] {
  return text
    .split('\n\n')
    .map((block) => block.split('\n').filter((line) => line !== '' && !line.startsWith(':')))
    .filter((lines) => lines.length > 0)
    .map((lines) => {
      const field = (name: string) =>
        lines
          .find((line) => line.startsWith(`${name}:`))
          ?.slice(name.length + 1)
          .trim()
      const data = field('data')
      return { event: field('event'), id: field('id') ?? null, data: data ? JSON.parse(data) : null }
    })
}
