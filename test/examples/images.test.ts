import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import tools from '../../examples/images/chart-tool.ts'
import { describe } from '../../examples/images/describe.ts'
import { Client } from '../../src/client/index.ts'
import { filesOf } from '../../src/domain/message.ts'
import { describeFile } from '../../src/engine/files/describe-file.ts'
import { serveEngine } from '../http/serve-engine.ts'
import { forFile } from '../support/for-file.ts'
import { pngOf } from '../support/sample-files.ts'
import { scratchFolder } from '../support/scratch-folder.ts'

const open = forFile(await serveEngine({ tools }))
const folder = await mkdtemp(join(scratchFolder(), 'images-'))
afterAll(() => rm(folder, { recursive: true }))

test('FILE-4 the example sends an image with a run, and saves the image that a tool made', async () => {
  const agent = await open.engine.define(({ turn, messages }) => {
    const seen = messages.flatMap(filesOf).map(({ name, pixels }) => `${name} ${pixels?.join('x')}`)
    return turn === 0
      ? { toolCalls: [{ name: 'draw_chart', arguments: { values: [10, 90, 50] } }] }
      : { text: seen.join(', ') }
  })
  const path = join(folder, 'sent.png')
  await writeFile(path, pngOf(8, 9))
  const client = new Client({ url: open.endpoint })
  const asked = { agent: agent.slug, question: 'Compare.', files: [path], folder: folder }
  const { answer, made } = await describe(client, asked)
  expect(answer).toBe('sent.png 8x9, chart.png 60x100')
  expect(made).toEqual([join(folder, 'chart.png')])
  const data = await readFile(made[0] ?? '')
  expect(describeFile({ data, mediaType: null, name: null })).toMatchObject({
    mediaType: 'image/png',
    pixels: [60, 100],
  })
})
