import { runBounds } from '../../domain/agent.ts'
import { describeOrigin, originFields } from '../../domain/binding.ts'
import { invalid, RungraphError } from '../../domain/errors.ts'
import type { InProject } from '../../domain/object-key.ts'
import type { SaveBinding, UpdateSession } from '../../domain/operations.ts'
import { checkText, refuseUnsaved } from '../check-input.ts'
import type { EngineServices } from '../run/run-context.ts'
import { findAgent } from './find-agent.ts'
import { checkKey } from './run-input.ts'

type Services = Pick<EngineServices, 'agents' | 'runs' | 'newId'>

/** Says which agent answers messages of an origin; in place of an earlier binding where one is named (CTX-6). */
export async function saveBinding(
  { projectId, bindingId, agent: key, origin }: SaveBinding,
  { agents, runs, newId }: Services,
): Promise<{ readonly bindingId: string }> {
  for (const field of originFields) checkKey(field, origin[field] ?? undefined)
  const agent = await findAgent(projectId, key, agents)
  const id = bindingId ?? newId()
  const binding = { ...origin, id, agentId: agent.agentId, replaces: bindingId !== undefined }
  const taken = new RungraphError('BINDING_TAKEN', { origin: describeOrigin(origin) })
  refuseUnsaved(await runs.bindings.save(projectId, binding), 'binding', taken)
  return { bindingId: id }
}

/** Removes a binding; runs that it gave an agent keep it. */
export async function deleteBinding(
  { projectId, bindingId }: InProject<'bindingId'>,
  { runs }: Pick<Services, 'runs'>,
): Promise<{ readonly bindingId: string }> {
  if (await runs.bindings.delete(projectId, bindingId)) return { bindingId }
  throw new RungraphError('NOT_FOUND', { kind: 'binding' })
}

const maxLines = 100

const maxLineLength = 2_000

/** Replaces the memory of a session: its runs read the lines in their system prompt (CTX-4, CTX-6). */
export async function updateSession(
  { projectId, key, memory }: UpdateSession,
  { runs }: Pick<EngineServices, 'runs'>,
): Promise<{ readonly sessionId: string }> {
  requireSessionKey(key)
  if (memory.length > maxLines)
    throw invalid('memory', `has ${memory.length} lines; at most ${maxLines} are kept.`)
  for (const line of memory) checkLine(line)
  return runs.sessions.remember(projectId, key, memory)
}

/** A session's key is required, unlike that of a run. */
function requireSessionKey(key: string): void {
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
