import { isRungraphError, RungraphError } from '../../src/domain/errors.ts'
import type { Json } from '../../src/domain/json.ts'
import type { Tool, ToolContext } from '../../src/domain/tool.ts'

export const context: ToolContext = {
  signal: new AbortController().signal,
  runId: 'run-1',
  threadId: 'run-1',
  context: {},
  stepNumber: 2,
  idempotencyKey: 'run-1/2/look',
  maxResultChars: 16_000,
  readOutput: async () => null,
  reportTests: () => undefined,
  reportProgress: () => undefined,
  log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
  addArtifact: () => undefined,
  addFile: async () => {
    throw new RungraphError('FILE_REFUSED', { name: null, problem: 'is not taken here.' })
  },
  step: async (key, work) => work(`run-1/2/look/${key}`),
  begin: async (key, start) => {
    const id = await start(`run-1/2/look/${key}`)
    return id === null ? null : { id, forget: () => undefined }
  },
  ask: async () => ({ status: 'EXPIRED' }),
  waitUntil: async () => undefined,
  waitForEvent: async () => null,
}

/** Calls a tool as the engine does: its check first, then what the check gave. */
export async function callTool(tool: Tool, args: Json, signal = context.signal): Promise<unknown> {
  const checked = await tool.check(args)
  if (!checked.ok) throw new Error(checked.problems.join('; '))
  return tool.execute(checked.value, { ...context, signal })
}

/** Problems with these arguments; none where they fit. */
export async function problemsOf(tool: Tool, args: Json): Promise<readonly string[]> {
  const checked = await tool.check(args)
  return checked.ok ? [] : checked.problems
}

/** The coded error that a call ends in. */
export async function failureOf(call: () => unknown): Promise<{ code: string; message: string }> {
  try {
    await call()
  } catch (error) {
    if (isRungraphError(error)) return { code: error.code, message: error.message }
    throw error
  }
  throw new Error('It did not fail.')
}
