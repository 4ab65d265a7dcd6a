import {
  type AgentDefinitionInput,
  createApp,
  createScripted,
  defineTool,
  type ErrorCode,
  RungraphError,
  type Tool,
} from 'rungraph'
import { Client, RungraphClientError } from 'rungraph/client'
import { createTestApp } from 'rungraph/testing'

// Types of the package as TypeScript sees them: it must know these types, and refuse values that do not fit.
export const definition: AgentDefinitionInput = { name: 'Shop', model: 'scripted/chat' }
// @ts-expect-error a model is named by a text
export const wrong: AgentDefinitionInput = { name: 'Shop', model: 7 }
export const code: ErrorCode = 'SETTING_INVALID'
export const tool: Tool = defineTool({
  name: 'find_order',
  description: 'Finds an order.',
  input: { type: 'object' },
  execute: (args) => Object.keys(args),
})
export const scripted = createScripted
export const testApp = createTestApp

// The client knows no Node, and is one of its own.
const client = new Client({ url: 'http://127.0.0.1:1/graphql' })
await client.mutate('mutation { __typename }').catch((error: unknown) => {
  console.log(error instanceof RungraphClientError ? 'RungraphClientError' : error)
})

try {
  await createApp({ env: { PORT: 'x' } })
} catch (error) {
  console.log(error instanceof RungraphError ? error.code : 'another class')
}
