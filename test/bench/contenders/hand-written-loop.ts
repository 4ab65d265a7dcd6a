import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { createBareGroupCommit } from '../bare-group-commit.ts'
import { type OpenContender, repeat } from '../contender.ts'
import { toolTurns, words } from '../loop-work.ts'

/** A minimal loop without a library: the turn as one row, durable before the next. */
export const open: OpenContender = async ({ connectionString }) => {
  const pool = new pg.Pool({ connectionString })
  const write = await createBareGroupCommit(pool, 'bare_turn')
  const tools: Readonly<Record<string, (args: unknown) => Promise<string>>> = { note: async () => 'noted' }

  async function runOne(): Promise<string> {
    const runId = uuidv7()
    const messages: unknown[] = [{ role: 'user', text: 'Do it.' }]
    for (let turn = 0; ; turn++) {
      const call = turn < toolTurns ? { name: 'note', arguments: { turn } } : null
      const text = call ? '' : words.join('')
      const result = call ? await tools[call.name]?.(call.arguments) : null
      messages.push(
        { role: 'assistant', text, call },
        ...(call ? [{ role: 'tool', text: result ?? '' }] : []),
      )
      const data = { text, call, result: result ?? null }
      await write({ runId, seq: turn, type: 'turn', at: new Date(), data })
      if (!call) return text
    }
  }

  return { measure: (extent) => repeat(extent, runOne), close: () => pool.end() }
}
