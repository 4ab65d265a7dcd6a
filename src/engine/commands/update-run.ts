import { invalid, RungraphError } from '../../domain/errors.ts'
import { isJsonObject, type Json } from '../../domain/json.ts'
import type { UpdateRun } from '../../domain/operations.ts'
import { type Metadata, normalizeTags, type RunLabels } from '../../domain/run-labels.ts'
import { topics } from '../../domain/wakeups.ts'
import type { EngineServices } from '../run/run-context.ts'
import { readMetadata, readTags, refuseTooMany } from './check-labels.ts'

/**
 * Changes the tags and metadata of a run in any status (RUN-10). Concurrent changes follow each other: each is applied to the result of the
 * one before. @throws INVALID_INPUT, NOT_FOUND
 */
export async function updateRun(
  { projectId, runId, ...call }: UpdateRun,
  { runs, wakeups }: Pick<EngineServices, 'runs' | 'wakeups'>,
): Promise<{ readonly runId: string }> {
  const change = readChange(call)
  if (!(await runs.updateLabels(projectId, runId, (labels) => changedLabels(labels, change))))
    throw new RungraphError('NOT_FOUND', { kind: 'run' })
  wakeups.publish(topics.runs(projectId))
  return { runId }
}

/** A change of a run's labels, checked. */
interface LabelChange {
  /** Absent: the tags that the run has. */
  readonly tags?: readonly string[]
  readonly addTags: readonly string[]
  readonly removeTags: ReadonlySet<string>
  readonly metadata: Metadata
  readonly removeMetadata: ReadonlySet<string>
}

function readChange({
  tags,
  addTags = [],
  removeTags = [],
  metadata = {},
}: Omit<UpdateRun, 'projectId' | 'runId'>): LabelChange {
  const all = tags && readTags('tags', tags)
  const added = readTags('addTags', addTags)
  const removed = new Set(readTags('removeTags', removeTags))
  if (all && (added.length > 0 || removed.size > 0))
    throw invalid('tags', 'replaces all tags of the run. Leave out `addTags` and `removeTags`.')
  const both = added.find((tag) => removed.has(tag))
  if (both !== undefined) throw invalid('addTags', `has ${JSON.stringify(both)}, and so has \`removeTags\`.`)
  const isGone = (value: Json) => value === null
  const entries = isJsonObject(metadata) ? Object.entries(metadata) : []
  const kept = isJsonObject(metadata)
    ? Object.fromEntries(entries.filter(([, value]) => !isGone(value)))
    : metadata
  return {
    ...(all && { tags: all }),
    addTags: added,
    removeTags: removed,
    metadata: readMetadata('metadata', kept),
    removeMetadata: new Set(entries.flatMap(([key, value]) => (isGone(value) ? [key] : []))),
  }
}

/** @throws INVALID_INPUT where the run would have more than it may */
function changedLabels(before: RunLabels, change: LabelChange): RunLabels {
  const kept = (change.tags ?? before.tags).filter((tag) => !change.removeTags.has(tag))
  const tags = normalizeTags([...kept, ...change.addTags])
  refuseTooMany('addTags', tags)
  const entries = Object.entries(before.metadata).filter(([key]) => !change.removeMetadata.has(key))
  return { tags, metadata: readMetadata('metadata', { ...Object.fromEntries(entries), ...change.metadata }) }
}
