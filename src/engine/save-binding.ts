import { describeOrigin, originFields } from '../domain/binding.ts'
import { RungraphError } from '../domain/errors.ts'
import type { DeleteBinding, SaveBinding } from '../domain/operations.ts'
import type { EngineServices } from './run-context.ts'
import { checkKey } from './trigger-run.ts'

type Services = Pick<EngineServices, 'agents' | 'runs' | 'newId'>

/** Says which agent answers messages of an origin; in place of an earlier binding where one is named (CTX-6). */
export async function saveBinding(
  { projectId, bindingId, agent: key, origin }: SaveBinding,
  { agents, runs, newId }: Services,
): Promise<{ readonly bindingId: string }> {
  for (const field of originFields) checkKey(field, origin[field] ?? undefined)
  const agent = await agents.find(projectId, key)
  if (!agent) throw new RungraphError('NOT_FOUND', { kind: 'agent', key: 'id' in key ? key.id : key.slug })
  const id = bindingId ?? newId()
  const binding = { ...origin, id, agentId: agent.agentId, replaces: bindingId !== undefined }
  const saved = await runs.bindings.save(projectId, binding)
  switch (saved.kind) {
    case 'saved':
      return { bindingId: id }
    case 'taken':
      throw new RungraphError('BINDING_TAKEN', { origin: describeOrigin(origin) })
    case 'missing':
      throw new RungraphError('NOT_FOUND', { kind: 'binding' })
    default:
      return saved satisfies never
  }
}

/** Removes a binding; runs that it gave an agent keep it. */
export async function deleteBinding(
  { projectId, bindingId }: DeleteBinding,
  { runs }: Pick<Services, 'runs'>,
): Promise<{ readonly bindingId: string }> {
  if (await runs.bindings.delete(projectId, bindingId)) return { bindingId }
  throw new RungraphError('NOT_FOUND', { kind: 'binding' })
}
