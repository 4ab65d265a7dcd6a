import { runBounds } from '../domain/agent.ts'
import type { UpdateSession } from '../domain/operations.ts'
import { checkText, invalid } from './check-text.ts'
import type { EngineServices } from './run-context.ts'

const maxLines = 100
const maxLineLength = 2_000

/** Replaces the lines that are remembered of a session: its runs are told them in their system prompt (CTX-4, CTX-6). */
export async function updateSession(
  { projectId, key, memory }: UpdateSession,
  { runs }: Pick<EngineServices, 'runs'>,
): Promise<{ readonly sessionId: string }> {
  checkKey(key)
  if (memory.length > maxLines)
    throw invalid('memory', `has ${memory.length} lines; at most ${maxLines} are kept.`)
  for (const line of memory) checkLine(line)
  return runs.sessions.remember(projectId, key, memory)
}

/** A session's key is required, unlike that of a run. */
function checkKey(key: string): void {
  const { maxKeyLength } = runBounds
  if (key.trim() === '' || key.length > maxKeyLength)
    throw invalid('key', `must have 1 to ${maxKeyLength} characters. Give the key of the session.`)
  checkText('key', key, maxKeyLength * 4)
}

function checkLine(line: string): void {
  if (line.trim() === '') throw invalid('memory', 'has an empty line. Leave it out.')
  if (line.length > maxLineLength)
    throw invalid('memory', `has a line of ${line.length} characters; at most ${maxLineLength} are kept.`)
  checkText('memory', line, maxLineLength * 4)
}
