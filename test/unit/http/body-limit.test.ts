import { expect, test } from 'vitest'
import { readRequestBody } from '../../../src/http/limits/body-limit.ts'

/** A request whose body comes in pieces of one byte, all of them in one array: who keeps the pieces has the last byte again and again. */
function inPieces(text: string): Pick<Request, 'body' | 'headers'> {
  const piece = new Uint8Array(1)
  const bytes = new TextEncoder().encode(text).values()
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        const { value, done } = bytes.next()
        if (done) return controller.close()
        piece[0] = value
        controller.enqueue(piece)
      },
    },
    { highWaterMark: 0 },
  )
  return { headers: new Headers(), body }
}

test('API-14 a body is kept as its bytes, not as the pieces that it comes in', async () => {
  const text = JSON.stringify({ query: 'é'.repeat(8_000) })
  expect(new TextDecoder().decode(await readRequestBody(inPieces(text), 100_000))).toBe(text)
  const most = 'x'.repeat(18_000)
  expect(await readRequestBody(inPieces(most), 18_000)).toHaveLength(18_000)
  await expect(readRequestBody(inPieces(`${most}x`), 18_000)).rejects.toThrow('18001')
  expect(await readRequestBody(inPieces(''), 18_000)).toHaveLength(0)
})

test('API-14 a body in very many pieces is refused: each takes as long as a large one', async () => {
  expect(await readRequestBody(inPieces('x'.repeat(20_000)), 100_000)).toHaveLength(20_000)
  await expect(readRequestBody(inPieces('x'.repeat(20_001)), 100_000)).rejects.toMatchObject({
    code: 'REQUEST_MALFORMED',
  })
})
