import type { z } from 'zod'
import { isSameDefinition } from '../../domain/definition-changes.ts'
import type { DefinitionStore, RemovedRow, Versioned } from '../../domain/definition-store.ts'
import { isRungraphError, RungraphError } from '../../domain/errors.ts'
import { isSameJson, toJson } from '../../domain/json.ts'
import { checkSlug, type InProject } from '../../domain/object-key.ts'
import type { ChangeDefinition, DefinitionOperations, NamedById } from '../../domain/operations.ts'
import { invalidInput, refuseRemoval } from '../check-input.ts'
import { findDefinition } from './find-agent.ts'

/** What is particular to agents or to workflows. `Id`: how calls name the id of one. */
export interface DefinitionKind<
  Id extends string,
  Current extends Versioned<Definition>,
  Definition extends object,
> {
  readonly kind: 'agent' | 'workflow'
  readonly store: DefinitionStore<Current, Definition>
  readonly newId: () => string
  readonly named: (id: string) => NamedById<Id>
  readonly idOf: (call: NamedById<Id>) => string
  readonly fields: z.ZodObject
  /** The fields that a caller gave, after checking that all of them can be stored. @throws INVALID_INPUT */
  readonly storable: (given: Given) => Given
  /** @throws INVALID_INPUT, INPUT_TOO_LARGE */
  readonly check: (projectId: string, definition: object) => Definition | Promise<Definition>
  /** Refuses to change, archive or delete one that is maintained elsewhere. @throws AGENT_IN_CODE */
  readonly refuseChange?: (current: Current) => void
}

type Given = Readonly<Record<string, unknown>>

/** Creates the operations on definitions with immutable versions. Active runs keep the version that they began with. */
export function createDefinitionOperations<
  Id extends string,
  Current extends Versioned<Definition>,
  Definition extends object,
>(of: DefinitionKind<Id, Current, Definition>): DefinitionOperations<Id> {
  const { kind, store, named, idOf, storable, check, refuseChange } = of

  async function addVersion(
    call: ChangeDefinition<Id>,
    change: (current: Current) => Definition | Promise<Definition>,
  ): Promise<NamedById<Id>> {
    const { projectId, expectedVersion, by: createdBy } = call
    const id = idOf(call)
    for (;;) {
      const current = await findDefinition(kind, store, { projectId, key: { id } })
      refuseChange?.(current)
      checkVersion(kind, current, expectedVersion)
      const definition = await change(current)
      const next = { id, version: current.version, definition, createdBy }
      const [before, after] = [toJson(current.definition), toJson(definition)]
      if (isSameDefinition(before, after)) return named(id)
      if (isSameJson(before, after) && (await store.takeOrder(projectId, next))) return named(id)
      // Somebody else's version may come in between: then apply the change on top of that.
      if (await store.addVersion(projectId, next)) return named(id)
    }
  }

  async function setArchived(call: InProject<Id>, isArchived: boolean): Promise<NamedById<Id>> {
    const id = idOf(call)
    if (await store.setArchived(call.projectId, id, isArchived)) return named(id)
    throw new RungraphError('NOT_FOUND', { kind })
  }

  async function refuseFixed(call: InProject<Id>): Promise<void> {
    // Where nothing refuses it, nothing is read: one that cannot be read any more can still go.
    if (!refuseChange) return
    const current = await store.find(call.projectId, { id: idOf(call) })
    if (current) refuseChange(current)
  }

  return {
    create: async ({ projectId, slug, definition: given, by: createdBy }) => {
      checkSlug(slug)
      const definition = await check(projectId, { name: slug, ...storable(given) })
      const id = of.newId()
      if (await store.insert({ projectId, id, slug, definition, createdBy })) return named(id)
      throw new RungraphError('SLUG_TAKEN', { slug, kind })
    },

    update: (call) =>
      addVersion(call, (current) => {
        refuseRemoval(call.definition, of.fields)
        return check(call.projectId, { ...current.definition, ...storable(call.definition) })
      }),

    rollBack: async (call) => {
      const { projectId, version } = call
      const earlier = await store.findVersion(projectId, idOf(call), version)
      return addVersion(call, ({ slug }) => {
        if (earlier === null) throw new RungraphError('NOT_FOUND', { kind, key: slug, version })
        return usableStill(version, () => check(projectId, earlier))
      })
    },

    archive: async (call) => {
      await refuseFixed(call)
      return setArchived(call, true)
    },

    restore: (call) => setArchived(call, false),

    remove: async (call) => {
      await refuseFixed(call)
      refuseUnremoved(kind, await store.remove(call.projectId, idOf(call)))
      return named(idOf(call))
    },
  }
}

/** Refuses a change of another version than the newest. @throws VERSION_CONFLICT */
function checkVersion(
  kind: 'agent' | 'workflow',
  { slug, version }: Versioned<unknown>,
  expected: number | undefined,
): void {
  if (expected === undefined || expected === version) return
  throw new RungraphError('VERSION_CONFLICT', { kind, slug, version, expected })
}

/** A definition that was valid once may name a tool that is there no more. @throws INVALID_INPUT naming the version */
async function usableStill<Definition>(
  version: number,
  check: () => Definition | Promise<Definition>,
): Promise<Definition> {
  try {
    return await check()
  } catch (error) {
    if (!isRungraphError(error) || error.code !== 'INVALID_INPUT') throw error
    throw invalidInput(['version'], `version: ${version} is not valid any more: ${error.message}`)
  }
}

/** @throws NOT_FOUND, DEFINITION_IN_USE */
function refuseUnremoved(kind: 'agent' | 'workflow', removed: RemovedRow): void {
  if (removed.kind === 'missing') throw new RungraphError('NOT_FOUND', { kind })
  if (removed.kind === 'used')
    throw new RungraphError('DEFINITION_IN_USE', { kind, slug: removed.name, by: removed.by })
}
