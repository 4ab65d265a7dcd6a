import { expect, test } from 'vitest'
import { operationsIn } from '../support/document-code.ts'
import { createTestEngine } from '../support/engine.ts'
import { createFactories } from '../support/factories.ts'
import { forFile } from '../support/for-file.ts'
import { at, createProject, openGraph, textAt } from './open-graph.ts'

const graph = forFile(await openGraph())
const engine = forFile(await createTestEngine(graph.database, { project: graph.project }))
engine.scripts['demo-chat'] = () => ({ text: 'It is on its way.' })
await graph.make.agent({ slug: 'demo-chat' }, { model: 'scripted/demo-chat' })

const operations = operationsIn('docs/history.md')

async function ask(name: string, variables: object = {}) {
  const { data, errors } = await graph.ask(operations.get(name) ?? '', variables, {
    operations: engine.operations,
  })
  if (errors !== undefined) throw new Error(JSON.stringify(errors))
  return data
}

test('RUN-10 RUN-11 the page about finding runs is correct', async () => {
  const triggered = await ask('TriggerWithTags')
  expect(triggered).toEqual({
    triggerRun: {
      id: expect.any(String),
      tags: ['billing', 'support'],
      metadata: { customer: 42, plan: 'pro' },
    },
  })
  const id = textAt(triggered, 'triggerRun.id')
  await engine.run(() => ({ text: 'Another.' }))
  expect(at(await ask('SupportRuns'), 'runs.nodes.*.id')).toEqual([id])
  expect(await ask('LabelRun', { id })).toEqual({
    updateRun: { tags: ['escalated', 'support'], metadata: { customer: 42, agentOnDuty: 'Kim' } },
  })
  expect(at(await ask('SupportRuns'), 'runs.nodes.*.tags')).toEqual([['escalated', 'support']])
  expect(await ask('CostlyFailures')).toEqual({ runs: { nodes: [] } })
})

test('RUN-10 the tags of a project are listed once each, from one on, with a look into the index for each', async () => {
  const strange = await createProject(graph.prisma, 'stranger')
  const theirs = createFactories(graph.prisma, strange.id)
  const labelled = async (make: typeof theirs, projectId: string, tags: readonly string[], runs: number) => {
    const agent = await make.agent({})
    for (let made = 0; made < runs; made++) {
      const run = await make.run(agent)
      await graph.prisma.runTag.createMany({ data: tags.map((tag) => ({ runId: run.id, projectId, tag })) })
    }
  }
  await labelled(theirs, strange.id, ['secret'], 1)
  await labelled(graph.make, graph.project.id, ['night', 'noon', "o'clock"], 3)
  const read = async (from?: string) =>
    at(await graph.read('query ($from: String) { runTags(from: $from) }', { from }), 'runTags')
  expect(await read()).toEqual(['escalated', 'night', 'noon', "o'clock", 'support'])
  expect(await read('no')).toEqual(['noon', "o'clock", 'support'])
  expect([await read('zzz'), await read('\u0000')]).toEqual([[], []])
})
