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

export default [tool('read'), tool('idempotent'), tool('once'), hurried, hostileTool]
