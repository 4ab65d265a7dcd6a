import { readFileSync } from 'node:fs'
import { parse } from 'graphql'
import { expect, test } from 'vitest'
import { createTestEngine } from '../support/engine.ts'
import { forFile } from '../support/for-file.ts'
import { at, openGraph, textAt } from './open-graph.ts'

const graph = forFile(await openGraph())
const engine = forFile(await createTestEngine(graph.database, { project: graph.project }))
engine.scripts['demo-chat'] = () => ({ text: 'It is on its way.' })
await graph.make.agent({ slug: 'demo-chat' }, { model: 'scripted/demo-chat' })

/** The operations of docs/finding-runs.md, by their names. */
const operations = new Map(
  [
    ...readFileSync(new URL('../../docs/finding-runs.md', import.meta.url), 'utf8').matchAll(
      /^```graphql\n(.*?)^```$/gms,
    ),
  ].map(([, text = '']) => [nameOf(text), text] as const),
)

function nameOf(text: string): string {
  const [definition] = parse(text).definitions
  return definition?.kind === 'OperationDefinition' ? (definition.name?.value ?? '') : ''
}

async function ask(name: string, variables: object = {}) {
  const { data, errors } = await graph.ask(operations.get(name) ?? '', variables, {
    operations: engine.operations,
  })
  if (errors !== undefined) throw new Error(JSON.stringify(errors))
  return data
}

test('RUN-10 RUN-11 the page about finding runs is correct', async () => {
  expect([...operations.keys()]).toEqual([
    'TriggerWithTags',
    'LabelRun',
    'SupportRuns',
    'CostlyFailures',
    'WatchSupport',
  ])
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
