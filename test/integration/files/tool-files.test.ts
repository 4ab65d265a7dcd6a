import { describe, expect, test } from 'vitest'
import { filesOf } from '../../../src/domain/message.ts'
import { exportRun } from '../../../src/log/archive/export-run.ts'
import { importRun } from '../../../src/log/archive/import-run.ts'
import type { Script } from '../../../src/models/scripted.ts'
import type { TestDatabase } from '../../support/database.ts'
import { testTool } from '../../support/engine.ts'
import { engineForFile, engineForTest } from '../../support/for-file.ts'
import { messagesOf } from '../../support/run-rows.ts'
import { pngOf } from '../../support/sample-files.ts'

const picture = pngOf(3, 2, 'drawn')
const tools = [
  testTool('draw', async (_, { addFile }) => {
    await addFile(picture, 'image/png', 'drawn.png')
    await addFile(Buffer.from('a,b'), undefined, 'data.csv')
    return 'Drawn.'
  }),
  testTool('draft', async (_, { addFile, step, waitUntil }) => {
    await addFile(Buffer.from('outside'), 'text/plain', 'outside.txt')
    await step('inside', async () => addFile(Buffer.from('inside'), 'text/plain', 'inside.txt'))
    await addFile(Buffer.from('outside'), 'text/plain', 'outside.txt')
    await waitUntil('later', new Date(Date.now() + 200))
    await addFile(Buffer.from('behind'), 'text/plain', 'behind.txt')
    return 'Drafted.'
  }),
  testTool('flood', async (_, { addFile }) => {
    for (let nth = 0; nth <= 20; nth++) await addFile(Buffer.from(`file ${nth}`))
    return 'Never.'
  }),
  testTool('lie', async (_, { addFile }) => {
    await addFile(Buffer.from('words'), 'image/png')
    return 'Never.'
  }),
]
const { engine, database } = await engineForFile({ tools })

const calling =
  (name: string): Script =>
  ({ turn, messages }) =>
    turn === 0
      ? { toolCalls: [{ name, arguments: {} }] }
      : {
          text:
            messages
              .flatMap(filesOf)
              .map((file) => file.name)
              .join(', ') || 'none',
        }

describe('FILE-4 the files that a tool adds', () => {
  test('are behind its result, and the run keeps them', async () => {
    const { runId, row } = await engine.run(calling('draw'))
    expect(row).toMatchObject({ status: 'COMPLETED', summary: 'drawn.png, data.csv' })
    const result = (await messagesOf(database, runId)).find(({ role }) => role === 'tool')
    expect(result).toMatchObject({
      text: 'Drawn.',
      files: [
        { mediaType: 'image/png', pixels: [3, 2] },
        { mediaType: 'text/plain', name: 'data.csv' },
      ],
    })
    expect(await database.prisma.runFile.count({ where: { rootId: runId } })).toBe(2)
    const origin = { projectId: engine.project.id, runId }
    const replay = await engine.operations.history.replayRun({ ...origin, tools: 'RECORDED' })
    expect((await engine.finished(replay.runId)).row).toMatchObject({
      status: 'COMPLETED',
      summary: row.summary,
    })
    expect(await database.prisma.runFile.count({ where: { rootId: replay.runId } })).toBe(2)
    expect(await database.prisma.fileContent.count()).toBe(2)
  })

  test('TAS-13 stay where its call waits, once each', async () => {
    const { row } = await engine.run(calling('draft'))
    const names = ['outside.txt', 'inside.txt', 'outside.txt', 'behind.txt']
    expect(row).toMatchObject({ status: 'COMPLETED', summary: names.join(', ') })
    const found = await database.prisma.file.findMany({
      where: { name: { in: names } },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    })
    expect(found.map(({ name }) => name)).toEqual(names)
  })

  test.each([
    ['flood', 'LIMIT_EXCEEDED'],
    ['lie', 'FILE_REFUSED'],
  ])('are refused as its failure where they are not taken: %s', async (name, errorCode) => {
    const run = await engine.run(calling(name))
    expect(run.of('ActionFailed')).toMatchObject([{ errorCode }])
  })

  test('of a plan are behind the results of the plan', async () => {
    const actions = [{ name: 'first', type: 'TOOL', target: 'draw', parameters: {} }]
    const script: Script = ({ messages }) =>
      messages.some(({ role }) => role === 'assistant')
        ? { answer: `${messages.flatMap(filesOf).length} files` }
        : { plan: { actions } }
    const { row } = await engine.run(script, { agent: { planner: 'PLAN' } })
    expect(row.summary).toBe('2 files')
  })
})

test('FILE-6 an exported run has its files with their bytes, and an import stores them again', async () => {
  const upload = { data: picture, name: 'sent.png', mediaType: 'image/png' }
  const { runId } = await engine.run(calling('draw'), { trigger: { files: [{ upload }] } })
  const read = async (from: TestDatabase) => {
    const lines: string[] = []
    for await (const line of exportRun(from.pool, { runId, withTree: false })) lines.push(line)
    return lines
  }
  const lines = await read(database)
  const other = await engineForTest()
  await importRun(other.database.pool, inOrder(lines), async () => other.engine.project)
  expect(await read(other.database)).toEqual(lines)
  const parts = (await messagesOf(other.database, runId)).flatMap(filesOf)
  expect(parts.map(({ name }) => name)).toEqual(['sent.png', 'drawn.png', 'data.csv'])
  const [sent] = parts
  const data = await other.engine.operations.files.readFile({
    projectId: other.engine.project.id,
    fileId: sent?.fileId ?? '',
  })
  expect(Buffer.from(data).equals(Buffer.from(picture))).toBe(true)
  const damaged = lines.map((line) => line.replace(/"data": "[^"]{8}/, '"data": "AAAAAAAA'))
  const third = await engineForTest()
  await expect(
    importRun(third.database.pool, inOrder(damaged), async () => third.engine.project),
  ).rejects.toMatchObject({ code: 'ARCHIVE_UNREADABLE' })
  expect(await third.database.prisma.fileContent.count()).toBe(0)
})

async function* inOrder(lines: readonly string[]) {
  yield* lines
}
