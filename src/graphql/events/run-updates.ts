import { runFilter } from '../../domain/filters.ts'
import { Run } from '../objects/run.ts'
import { runs } from '../objects/run-list.ts'
import { defineUpdates } from './list-updates.ts'

defineUpdates(Run, runs, {
  words: ['run', 'runs'],
  change: 'was created or changed',
  description:
    'Runs when they are created and when their status, tags or metadata change, from now on or after a cursor, with their current state. Changes in quick succession can arrive as one. `runs` has the existing runs.',
  unmatched:
    'runs that no longer match the filter, so that a list can remove them: those that match its fields about what never changes in a run (`agent`, `sessionKey`, `createdAfter` and so on).',
  ...{ table: 'Run', kind: 'runs' },
  follow: ({ log, project }, options) => log.followRuns(project.id, options),
  rowOf: (_, { runId }) => runId,
  filter: runFilter,
  changing: [
    ...['status', 'terminationReason', 'tags', 'anyTag', 'metadata', 'model', 'tool', 'search'],
    ...['minCostUsd', 'maxCostUsd', 'minDurationMs', 'maxDurationMs'],
  ],
})
