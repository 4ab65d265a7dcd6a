import { vi } from 'vitest'
import { z } from 'zod'
import type { AppCode } from '../../../src/app/app-options.ts'
import type { Role } from '../../../src/domain/caller.ts'
import { createModels } from '../../../src/models/registry.ts'
import { createScripted, type Script } from '../../../src/models/scripted.ts'
import { defineTool } from '../../../src/tools/define-tool.ts'
import { builtInTools, createTools } from '../../../src/tools/tool-registry.ts'
import { at, textAt } from '../../graphql/open-graph.ts'
import { read, type Tenants } from './two-tenants.ts'

/** Makes the calls that its input says, and then tells all that it was shown. */
const repeats: Script = ({ turn, input, messages }) =>
  turn === 0 && input.startsWith('[')
    ? { toolCalls: JSON.parse(input) }
    : { text: `I was shown: ${JSON.stringify(messages)}` }

/** Models and tools that every project has in common; each call of `note` is noted. */
export function commonParts(calls: unknown[]): AppCode {
  const note = defineTool({
    name: 'note',
    description: 'Notes a text.',
    input: z.object({ text: z.string() }),
    effect: 'read',
    execute: async ({ text }) => {
      calls.push(text)
      return `noted: ${text}`
    },
  })
  const builtIn = builtInTools({ now: Date.now, http: { allow: [], allowPrivate: [] } })
  return {
    models: createModels([createScripted({ scripts: { repeats }, chunkDelayMs: 0 })]),
    tools: createTools({ builtIn, module: [note] }),
  }
}

/** A project whose agents, relics, sessions and so on have the names that others have, too. */
export interface Twin {
  readonly mark: string
  readonly project: { readonly id: string; readonly slug: string }
  readonly key: string
  readonly keyOf: (name: string, role: Role) => Promise<string>
  /** The data of an answer to its administrator. @throws where there are errors */
  read(query: string, variables?: Readonly<Record<string, unknown>>): Promise<unknown>
  /** Starts a run of an agent, and gives it when it has stopped, or waits. */
  run(input: Readonly<Record<string, unknown>>): Promise<unknown>
}

const runFields = `id status summary agent { id } idempotencyKey session { id key memory runs { totalCount } }
  gates { id status } children { totalCount }
  steps { edges { node { systemPrompt actions { id target status output error errorCode childRun { id } } } } }`

/** Makes a project with an agent for each mode of working, and the objects that they reach. */
export async function createTwin(tenants: Tenants, mark: string): Promise<Twin> {
  const { project, key, keyOf } = await tenants.createTenant(mark)
  const asking = { url: tenants.url, key }
  const twin: Twin = {
    ...{ mark, project, key, keyOf },
    read: (query, variables) => read(asking, query, variables),
    run: async (input) => {
      const id = await start(twin, input)
      const look = () => twin.read(`query ($id: ID!) { run(id: $id) { ${runFields} } }`, { id })
      await vi.waitUntil(async () => !['QUEUED', 'RUNNING'].includes(textAt(await look(), 'run.status')), {
        timeout: 15_000,
        interval: 20,
      })
      return at(await look(), 'run')
    },
  }
  await furnish(twin)
  return twin
}

async function start(twin: Twin, input: object): Promise<string> {
  const trigger = `mutation ($input: TriggerRunInput!) {
    triggerRun(input: $input) { ... on Run { id } ... on Error { code message } }
  }`
  const answer = await twin.read(trigger, { input })
  const id = at(answer, 'triggerRun.id')
  if (typeof id !== 'string') throw new Error(JSON.stringify(answer))
  return id
}

async function furnish({ read: send, mark }: Twin): Promise<void> {
  const reach = {
    ...{ model: 'scripted/repeats', tools: ['note', 'read_output'] },
    ...{ relics: ['store', 'only-store'], workflows: ['flow', 'only-flow'] },
    subagents: ['helper', 'only-helper'],
  }
  const plan = { actions: [{ name: 'note', type: 'TOOL', target: 'note', parameters: { text: mark } }] }
  const policy = { type: 'TOOL', target: 'note', permission: 'REQUIRE_APPROVAL', agent: 'careful' }
  const make = async (name: string, input: object) => {
    const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`
    const query = `mutation ($input: ${type}!) { ${name}(input: $input) { __typename ... on Error { message } } }`
    const answer = await send(query, { input })
    if (/Error"/.test(JSON.stringify(answer))) throw new Error(JSON.stringify(answer))
  }
  for (const slug of ['helper', 'careful', 'talker'])
    await make('createAgent', { slug, definition: { ...reach, name: `${mark} ${slug}` } })
  const planner = { ...reach, planner: 'PLAN', protocolMode: 'STRICT', name: `${mark} planner` }
  await make('createAgent', { slug: 'planner', definition: planner })
  await make('createWorkflow', { slug: 'flow', definition: { name: mark, plan, output: mark } })
  await make('saveRelic', { name: 'store', kind: 'KEY_VALUE' })
  await make('savePolicy', policy)
  await make('updateSession', { key: 'shared', memory: [`${mark} is to be remembered`] })
  await make('saveBinding', { agent: 'talker', channel: 'chat', peer: 'somebody' })
}
