import { answerTooLarge } from '../domain/answer-size.ts'
import { tryParseRawJson } from '../domain/exact-numbers.ts'
import { isJsonObject, type JsonObject } from '../domain/json.ts'

const mebibyte = 1024 * 1024
const maxLineBytes = 16 * mebibyte

/** The objects of a body of lines of JSON, as they arrive. A line that is no object is left out. @throws ModelError for a line that is too large */
export async function* jsonLines(body: AsyncIterable<Uint8Array> | null): AsyncGenerator<JsonObject> {
  let rest: Uint8Array[] = []
  let size = 0
  for await (const bytes of body ?? []) {
    let from = 0
    for (let end = bytes.indexOf(newLine); end !== -1; end = bytes.indexOf(newLine, from)) {
      yield* objectOf([...rest, bytes.subarray(from, end)])
      rest = []
      size = 0
      from = end + 1
    }
    const left = bytes.subarray(from)
    size += left.length
    if (size > maxLineBytes) throw answerTooLarge(`a line of it has more than ${maxLineBytes / mebibyte} MiB`)
    if (left.length > 0) rest.push(left)
  }
  yield* objectOf(rest)
}

const newLine = 10

function objectOf(parts: readonly Uint8Array[]): readonly JsonObject[] {
  const value = tryParseRawJson(Buffer.concat(parts).toString('utf8'))
  return isJsonObject(value) ? [value] : []
}
