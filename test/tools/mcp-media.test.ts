import { expect, test } from 'vitest'
import { RungraphError } from '../../src/domain/errors.ts'
import { toFilePart } from '../../src/domain/file.ts'
import { describeFile } from '../../src/engine/files/describe-file.ts'
import { keepMedia } from '../../src/tools/mcp/kept-media.ts'
import { toResult } from '../../src/tools/mcp/mcp-result.ts'
import { pngOf } from '../support/sample-files.ts'

const picture = Buffer.from(pngOf(4, 5)).toString('base64')
const size = Buffer.from(picture, 'base64').byteLength

test('FILE-4 images and resources of a result become files, in their order, and what is not taken is named', async () => {
  const kept: unknown[] = []
  const addFile = async (data: Uint8Array, mediaType: string | null = null, name: string | null = null) => {
    const { pixels, ...file } = toFilePart({
      ...{ projectId: 'p', fileId: 'f' },
      ...describeFile({ data, mediaType, name }),
    })
    kept.push([file.mediaType, file.name, pixels])
  }
  const parts = [
    { type: 'text', text: 'See.' },
    { type: 'image', mimeType: 'image/png', data: picture },
    { type: 'resource', resource: { uri: 'file:///a/map.png?v=1', mimeType: 'image/png', blob: picture } },
    { type: 'audio', mimeType: 'audio/wav', data: picture },
  ]
  const { signal } = new AbortController()
  const texts = await keepMedia(parts, { addFile, signal }, () => undefined)
  expect(kept).toEqual([
    ['image/png', null, [4, 5]],
    ['image/png', 'map.png', [4, 5]],
  ])
  expect(toResult({ kind: 'answer', parts, structured: null, isError: false }, { kept: texts })).toBe(
    [
      'See.',
      `[image: image/png, ${size} bytes, attached as a file]`,
      `[resource: file:///a/map.png?v=1, image/png, ${size} bytes, attached as a file]`,
      `[audio: audio/wav, ${size} bytes, not shown]`,
    ].join('\n'),
  )
  const full = async () => {
    throw new RungraphError('LIMIT_EXCEEDED', { limit: 'x', value: 1, max: 0, remedy: '' })
  }
  expect((await keepMedia(parts, { addFile: full, signal }, () => undefined)).size).toBe(0)
})

test('FILE-4 a fault of the store loses the file alone, and is reported; an abort ends the call', async () => {
  const parts = [{ type: 'image', mimeType: 'image/png', data: picture }]
  const fault = new Error('Connection terminated unexpectedly')
  const addFile = () => Promise.reject(fault)
  const aborting = new AbortController()
  const reports: unknown[] = []
  const report = (message: string, error: unknown) => reports.push([message, error])
  const texts = await keepMedia(parts, { addFile, signal: aborting.signal }, report)
  expect(toResult({ kind: 'answer', parts, structured: null, isError: false }, { kept: texts })).toBe(
    `[image: image/png, ${size} bytes, not shown]`,
  )
  expect(reports).toEqual([['gave a file that could not be stored (image: image/png).', fault]])
  aborting.abort(new Error('over'))
  await expect(keepMedia(parts, { addFile, signal: aborting.signal }, report)).rejects.toThrow('over')
})
