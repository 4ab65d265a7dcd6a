import { expect, onTestFinished, test } from 'vitest'
import type { FilePart } from '../../../src/domain/message.ts'
import type { MessageFiles, ModelProvider } from '../../../src/domain/model.ts'
import { createScripted, type Script } from '../../../src/models/scripted.ts'
import { createTestDatabase } from '../../support/database.ts'
import { createTestEngine, testTool } from '../../support/engine.ts'
import { forFile } from '../../support/for-file.ts'
import { pngOf } from '../../support/sample-files.ts'

const database = forFile(await createTestDatabase())

const made: FilePart = {
  ...{ type: 'file', fileId: '019ac000-0000-7000-8000-000000000001', mediaType: 'image/png' },
  ...{ name: null, byteCount: 8 },
}
const store: MessageFiles = { read: async () => new Uint8Array(), keep: async () => made }

/** A run of a model that plays the script, and says of each request what it leaves out. */
async function runOf(script: Script, leftOut: readonly string[] = []) {
  const scripted = createScripted({ scripts: { 'some-model': script } })
  const provider: ModelProvider = {
    name: 'openai-chat',
    leftOutFiles: () => leftOut,
    stream: (request) => scripted.stream({ ...request, files: request.files ?? store }),
  }
  const tools = [testTool('look', async () => 'A tree.')]
  const engine = await createTestEngine(database, { providers: [provider], tools })
  onTestFinished(() => engine.close())
  return engine.run(() => ({}), { agent: { model: 'openai-chat/some-model', tools: ['look'] } })
}

test('MOD-11 a file that the model does not take is a Warning, once in a run', async () => {
  const call = { toolCalls: [{ name: 'look', arguments: {} }] }
  const script: Script = ({ turn }) => (turn < 2 ? call : { text: 'Done.' })
  const run = await runOf(script, [
    'the file a.mp3 (audio/mpeg, 1 kB) is left out, as the model takes no audio',
  ])
  expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'Done.' })
  expect(run.of('Warning').filter(({ code }) => code === 'FILE_LEFT_OUT')).toMatchObject([
    {
      message:
        'openai-chat/some-model: the file a.mp3 (audio/mpeg, 1 kB) is left out, as the model takes no audio.',
    },
  ])
})

test('MOD-12 an answer with a file and no words is whole', async () => {
  const run = await runOf(() => ({ files: [{ data: pngOf(2, 2), mediaType: 'image/png' }] }))
  expect(run.row).toMatchObject({ status: 'COMPLETED', summary: '' })
  expect(run.of('UsageReported')).toHaveLength(1)
  expect(run.of('Warning')).toEqual([])
})
