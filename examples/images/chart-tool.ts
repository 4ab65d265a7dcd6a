/**
 * A tool whose result has an image, which the model sees behind the text:
 *
 *     RUNGRAPH_TOOLS=examples/images/chart-tool.ts npm start
 */
import { crc32, deflateSync } from 'node:zlib'
import { defineTool } from 'rungraph'
import { z } from 'zod'

const height = 100
const barWidth = 20

const drawChart = defineTool({
  name: 'draw_chart',
  description: 'Draws a bar chart of up to 50 values from 0 to 100.',
  input: z.object({ values: z.array(z.number().min(0).max(100)).min(1).max(50) }),
  effect: 'read',
  async execute({ values }, context) {
    await context.addFile(chartOf(values), 'image/png', 'chart.png')
    return `A chart of ${values.length} values.`
  },
})

export default [drawChart]

/** The bars in black on white, as PNG of one byte a pixel. */
function chartOf(values: readonly number[]): Uint8Array {
  const width = values.length * barWidth
  const rows = Buffer.alloc((width + 1) * height, 0xff)
  for (let y = 0; y < height; y++) {
    const start = y * (width + 1)
    rows[start] = 0 // no filter
    for (const [place, value] of values.entries())
      if (height - y <= value) rows.fill(0, start + 1 + place * barWidth, start + (place + 1) * barWidth - 3)
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 8
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND')])
}

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
