import { hasRole } from '../../domain/caller.ts'
import { RungraphError } from '../../domain/errors.ts'
import { issueMessages } from '../../domain/format-issue.ts'
import { type Json, toJson } from '../../domain/json.ts'
import type { InProject } from '../../domain/object-key.ts'
import type { RelicAdministration, SaveRelic } from '../../domain/operations.ts'
import type { ServerRedactor } from '../../domain/redaction.ts'
import { type RelicKind, type RelicStore, type Relics, relicNamePattern } from '../../domain/relic.ts'
import { foreignVariable, mayReadVariable, relicSettings, variablesOf } from '../../domain/relic-settings.ts'
import { invalidArgument, invalidInput, refuseUnsaved } from '../check-input.ts'

interface Services {
  readonly store: RelicStore
  readonly relics: Pick<Relics, 'operationsOf'>
  readonly redactor: Pick<ServerRedactor, 'own'>
  readonly newId: () => string
}

/** Creates the operations on relics. */
export function createRelicAdministration(services: Services): RelicAdministration {
  return {
    saveRelic: (call) => saveRelic(call, services),
    deleteRelic: (call) => deleteRelic(call, services),
    operationsOf: (relic) => services.relics.operationsOf(relic),
    shownValue: ({ caller, value }) =>
      hasRole(caller, 'OPERATOR') ? services.redactor.own.value(value) : null,
  }
}

/** Stores a relic, or changes the one that is named; active runs use the new settings from their next operation on (DAG-8). */
async function saveRelic(
  { projectId, relicId, name, kind, settings }: SaveRelic,
  { store, newId }: Services,
): Promise<{ readonly relicId: string }> {
  if (!relicNamePattern.test(name))
    throw invalidInput(
      ['name'],
      'name must be a letter, then letters, digits, `_` or `-`, at most 48 in all: tools are named after it.',
    )
  const id = relicId ?? newId()
  const relic = { id, projectId, name, kind, settings: readSettings(kind, settings) }
  await checkVariables(relic, store)
  const saved = await store.save(relic, { replaces: relicId !== undefined })
  refuseUnsaved(saved, `relic of kind ${kind}`, new RungraphError('RELIC_TAKEN', { name }))
  return { relicId: id }
}

/** Removes a relic with all that it holds; a run that calls it receives an error. */
async function deleteRelic(
  { projectId, relicId }: InProject<'relicId'>,
  { store }: Services,
): Promise<{ readonly relicId: string }> {
  if (await store.delete(projectId, relicId)) return { relicId }
  throw new RungraphError('NOT_FOUND', { kind: 'relic' })
}

/** A project that could name another's variable could send it wherever it likes. */
async function checkVariables(
  { projectId, settings }: { readonly projectId: string; readonly settings: Json },
  store: RelicStore,
): Promise<void> {
  const named = variablesOf(settings)
  if (named.length === 0) return
  const slug = await store.projectSlug(projectId)
  for (const { name, path: fields } of named) {
    const path = ['settings', ...fields]
    if (!mayReadVariable(slug, name))
      throw invalidInput(path, `${path.join('.')}: ${foreignVariable(slug, name)}.`)
  }
}

/** The settings with their defaults. The value that is wrong is not repeated: it may be a secret. */
function readSettings(kind: RelicKind, settings: Json): Json {
  const parsed = relicSettings[kind].safeParse(settings, { error: issueMessages })
  if (parsed.success) return toJson(parsed.data)
  throw invalidArgument('settings', parsed.error)
}
