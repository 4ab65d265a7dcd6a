import { expect, test } from 'vitest'
import { loopbackCaller } from '../../src/domain/caller.ts'
import { createTestEngine } from '../support/engine.ts'
import { forFile } from '../support/for-file.ts'
import { at, openGraph } from './open-graph.ts'

const graph = forFile(await openGraph())
const engine = forFile(await createTestEngine(graph.database, { project: graph.project }))

const question = `query ($agent: ID!, $definition: AgentDefinitionInput, $sessionKey: String) {
  promptPreview(agent: $agent, definition: $definition, sessionKey: $sessionKey) { systemPrompt offeredTools { name } } }`

test('CTX-4 KEY-2 administrators read the prompt of a definition that is not saved, and nobody else', async () => {
  const { operations } = engine
  const projectId = graph.project.id
  const definition = { model: 'scripted/x', systemPrompt: 'Be brief.', promptSections: ['MEMORY'] }
  await operations.createAgent({ projectId, slug: 'clerk', definition })
  await operations.sessions.updateSession({ projectId, key: 'desk', memory: ['She is called Ann.'] })
  const ask = (variables: object, role: 'ADMIN' | 'OPERATOR' = 'ADMIN') =>
    graph.ask(question, variables, { operations, caller: { ...loopbackCaller, role } })
  const prompt = async (variables: object) => at((await ask(variables)).data, 'promptPreview.systemPrompt')
  expect(await prompt({ agent: 'clerk' })).toBe('Be brief.')
  expect(await prompt({ agent: 'clerk', definition: { systemPrompt: 'Be long.' }, sessionKey: 'desk' })).toBe(
    'Be long.\n\n## What is remembered\n- She is called Ann.',
  )
  expect(
    await prompt({ agent: 'clerk', definition: { systemPrompt: null }, sessionKey: 'nobody\u0000' }),
  ).toBe(null)
  const codes = async (answer: ReturnType<typeof ask>) =>
    (await answer).errors?.map(({ extensions }) => extensions.code)
  expect(await codes(ask({ agent: 'clerk' }, 'OPERATOR'))).toEqual(['FORBIDDEN'])
  expect(await codes(ask({ agent: 'nobody' }))).toEqual(['NOT_FOUND'])
  expect(await codes(ask({ agent: 'clerk', definition: { maxSteps: 0 } }))).toEqual(['INVALID_INPUT'])
})
