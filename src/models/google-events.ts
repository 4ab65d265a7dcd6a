/**
 * `fetch` that hands on an event stream with each event whole and alone in its chunk.
 *
 * Google tells of an error inside a stream in bare JSON, without `data:`. The SDK knows it only where it lies alone
 * in one network chunk; together with other events, or split, it becomes "Incomplete JSON segment at the end".
 */
export async function fetchWholeEvents(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request)
  if (!response.ok || response.body === null) return response
  const events = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(wholeEvents())
    .pipeThrough(new TextEncoderStream())
  return new Response(events, response)
}

/** Cuts after each blank line. What follows the last one comes at the end. */
function wholeEvents(): TransformStream<string, string> {
  let rest = ''
  return new TransformStream({
    transform(text, controller) {
      rest += text
      for (let end = endOfEvent(rest); end > 0; end = endOfEvent(rest)) {
        controller.enqueue(rest.slice(0, end))
        rest = rest.slice(end)
      }
    },
    flush(controller) {
      if (rest !== '') controller.enqueue(rest)
    },
  })
}

/** Where the first event ends; 0 where none does. */
function endOfEvent(text: string): number {
  const blankLine = /\r?\n\r?\n/.exec(text)
  return blankLine === null ? 0 : blankLine.index + blankLine[0].length
}
