import type { RungraphProcess } from './rungraph-process.ts'

/** An agent on the model of `openHeldModel`. */
export async function createHeldAgent(server: RungraphProcess): Promise<void> {
  const definition = { model: 'openai-chat/held', tools: ['calculator'] }
  await server.ask(
    'mutation($input: CreateAgentInput!) { createAgent(input: $input) { ... on Agent { id } ... on Error { message } } }',
    { input: { slug: 'held', definition } },
  )
}

/** Triggers a run of it; each needs an input of its own. */
export async function triggerHeld(server: RungraphProcess, input: string): Promise<string> {
  const { triggerRun } = await server.ask<{ triggerRun: { id: string } }>(
    'mutation($input: TriggerRunInput!) { triggerRun(input: $input) { ... on Run { id } } }',
    { input: { agent: 'held', input } },
  )
  return triggerRun.id
}

/** A run as the database has it. */
export interface KnownRun {
  readonly status: string
  readonly summary: string | null
  readonly recoveries: number
  readonly events: readonly { readonly id: string; readonly type: string; readonly seq: number }[]
}

export async function readRun(server: RungraphProcess, id: string): Promise<KnownRun> {
  const { run } = await server.ask<{
    run: Omit<KnownRun, 'events'> & { events: { edges: { node: KnownRun['events'][number] }[] } }
  }>(
    'query($id: ID!) { run(id: $id) { status summary recoveries events(first: 100) { edges { node { id type seq } } } } }',
    { id },
  )
  return { ...run, events: run.events.edges.map(({ node }) => node) }
}
