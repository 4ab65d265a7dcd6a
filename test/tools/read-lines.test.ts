import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { readLines } from '../../src/tools/mcp/mcp-transport.ts'

it('TAS-6 output of a server beside the protocol is read line by line, an endless line in pieces', async () => {
  const stream = new PassThrough()
  const lines: string[] = []
  readLines(stream, (line) => lines.push(line))
  const ended = new Promise((resolve) => stream.once('end', resolve))
  for (const piece of ['on', 'e\r\n\n  \ntwo\nth', 'ree\n', 'x'.repeat(40_000), 'four']) stream.write(piece)
  stream.end()
  await ended
  expect(lines.map((line) => (line.length > 10 ? line.length : line))).toEqual([
    'one',
    'two',
    'three',
    16_384,
    16_384,
    7236,
  ])
})
