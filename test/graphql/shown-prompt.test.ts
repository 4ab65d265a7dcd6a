import { expect, test } from 'vitest'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { forFile } from '../support/for-file.ts'
import { at, openGraph } from './open-graph.ts'

const graph = forFile(await openGraph())

const weigh = { name: 'weigh', description: 'Weighs.', inputSchema: { type: 'object' } }

interface Stored {
  readonly text: string
  readonly tools?: object[]
}

/** What the API says of the only step of a run, whose prompt is stored so; `null`: it has none. */
async function stepWith(prompt: Stored | null): Promise<unknown> {
  const { make, prisma, project } = graph
  const { id: projectId } = project
  const run = await make.run(await make.agent())
  const promptHash = prompt && run.id
  if (prompt && promptHash) {
    const { text, tools } = prompt
    const toolsHash = tools ? `tools of ${promptHash}` : null
    if (toolsHash)
      await prisma.prompt.create({ data: { projectId, hash: toolsHash, text: JSON.stringify(tools) } })
    await prisma.prompt.create({ data: { projectId, hash: promptHash, text, toolsHash } })
  }
  await make.step(run, 1, { promptHash })
  const parts = [
    { type: 'text', text: 'I weigh it.' },
    { type: 'tool-call', callId: 'c1', name: 'weigh', arguments: '{"of": 9007199254740993' },
    { type: 'tool-call', callId: 'c2', name: 'weigh', arguments: '{}' },
  ]
  await prisma.message.create({
    data: {
      ...{ projectId, runId: run.id, position: 1, role: 'ASSISTANT', stepNumber: 1 },
      content: { role: 'assistant', parts },
    },
  })
  const found = await graph.read(
    `query($id: ID!) { run(id: $id) { steps { nodes {
      text systemPrompt offeredTools { name description inputSchema } toolCalls { callId name arguments } } } } }`,
    { id: toGlobalId('Run', run.id) },
  )
  return at(found, 'run.steps.nodes.0')
}

test('CTX-4 a step has the prompt and the tools that its model received, and the calls as it wrote them', async () => {
  expect(await stepWith({ text: 'Be terse.', tools: [weigh] })).toEqual({
    ...{ text: 'I weigh it.', systemPrompt: 'Be terse.', offeredTools: [weigh] },
    toolCalls: [
      { callId: 'c1', name: 'weigh', arguments: '{"of": 9007199254740993' },
      { callId: 'c2', name: 'weigh', arguments: '{}' },
    ],
  })
})

test('CTX-4 a step without a prompt may have tools, one of an earlier version says of none, and one may have neither', async () => {
  expect(await stepWith({ text: '', tools: [weigh] })).toMatchObject({
    systemPrompt: null,
    offeredTools: [weigh],
  })
  expect(await stepWith({ text: 'Be terse.' })).toMatchObject({
    systemPrompt: 'Be terse.',
    offeredTools: null,
  })
  expect(await stepWith(null)).toMatchObject({ systemPrompt: null, offeredTools: [] })
})
