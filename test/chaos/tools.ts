/**
 * The tools of the chaos suite, for RUNGRAPH_TOOLS: one of each effect. They report to the suite's tool server, which counts the calls,
 * delays them or lets them fail.
 */
import type { JsonObject } from '../../src/domain/json.ts'
import type { ToolContext, ToolEffect } from '../../src/domain/tool.ts'
import type { PlainTool } from '../../src/index.ts'
import { hostileTool } from './hostile-tool.ts'

const inputSchema = {
  type: 'object',
  properties: {
    name: { type: 'string', description: 'By which the suite knows the call.' },
    isDeaf: { type: 'boolean', description: 'Goes on when it is told to stop.' },
  },
  required: ['name'],
} satisfies JsonObject

function tool(effect: ToolEffect): PlainTool {
  return {
    name: `chaos_${effect}`,
    description: `Acts on the outside world; its effect is ${effect}.`,
    inputSchema,
    effect,
    execute: (args, context) => report(`chaos_${effect}`, args, context),
  }
}

async function report(
  toolName: string,
  args: JsonObject,
  { runId, stepNumber, idempotencyKey, signal }: ToolContext,
): Promise<unknown> {
  const response = await fetch(process.env.CHAOS_TOOLS_URL ?? '', {
    method: 'POST',
    body: JSON.stringify({
      ...{ name: args.name, tool: toolName, args },
      ...{ runId, stepNumber, idempotencyKey, pid: process.pid, sentAt: Date.now() },
    }),
    signal: args.isDeaf === true ? null : signal,
  })
  if (!response.ok) throw new Error(await response.text())
  return response.json()
}

/** One that must answer within a second. */
const hurried: PlainTool = { ...tool('read'), name: 'chaos_hurried', timeoutMs: 1_000 }

/** Acts in three steps, each of which is made once: a call that begins again makes those that are left (TAS-13). */
const inSteps: PlainTool = {
  ...tool('once'),
  name: 'chaos_steps',
  isResumable: true,
  execute: async (args, context) => {
    for (const step of ['first', 'second', 'third'])
      await context.step(step, () =>
        report('chaos_steps', { ...args, name: `${args.name}/${step}` }, context),
      )
    return { done: args.name }
  },
}

/** Takes two events of a name, one after the other, and reports the id of each (WAIT-2). */
const takesEvents: PlainTool = {
  ...tool('once'),
  name: 'chaos_events',
  isResumable: true,
  execute: async (args, context) => {
    const taken = []
    for (const nth of ['first', 'second']) {
      const filter = `event.data.call == ${JSON.stringify(args.name)}`
      const event = await context.waitForEvent(nth, { name: 'chaos.paid', filter, since: new Date(0) })
      taken.push(event?.id ?? null)
      await context.step(`${nth} taken`, () => report('chaos_events', args, context))
    }
    return { taken }
  },
}

export default [tool('read'), tool('idempotent'), tool('once'), hurried, inSteps, takesEvents, hostileTool]
