import { z } from 'zod'
import { canaryComparison } from '../../domain/canary.ts'
import { canaryFilter } from '../../domain/filters.ts'
import { newestFirst } from '../../domain/row-list.ts'
import {
  canaryMargins,
  newCanary,
  type Traffic,
  versionWeight,
  weightsChange,
} from '../../domain/version-traffic.ts'
import { builder } from '../builder.ts'
import { required } from '../fields.ts'
import { mutation } from '../mutation.ts'
import { defineList } from '../paging/list.ts'
import { loadRow, queryById, rowObject } from '../row-object.ts'
import { inputFields, objectOf } from '../shape.ts'
import { Agent } from './agent.ts'

const Canary = rowObject(
  'Canary',
  'Comparison of a version of an agent with another one on a share of its new runs. It ends by itself.',
  {
    agent: 'Agent of the versions.',
    version: 'Version that a share of the new runs gets.',
    baselineVersion: 'Version that the other runs get, and that the version is compared with.',
    weight: 'Share of the new runs that get the version.',
    minRuns: 'Number of runs of each version that must be compared before the first decision.',
    maxRuns: 'Number of runs of the version, without those in progress, after which the canary ends.',
    promote: 'Whether all runs get the version once it has passed.',
    status: 'Status of the canary.',
    reason: 'Reason why the canary ended, in words and figures. Null while it is RUNNING.',
    looks: 'Number of decisions that were made about the canary, at most ten.',
    comparedAt: 'Time of the last comparison. Null before the first one.',
    startedBy: 'Name of the caller who started the canary. Null if no caller did.',
    createdAt: 'Time when the canary was started.',
    endedBy: 'Name of the caller who stopped the canary. Null if no caller did.',
    endedAt: 'Time when the canary ended. Null while it is RUNNING.',
  },
  (t) => ({
    stopOn: t.field({
      type: objectOf(canaryMargins),
      description: 'Measures that are compared, with their margins.',
      select: { stopOn: true },
      resolve: ({ stopOn }) => canaryMargins.parse(stopOn),
    }),
    comparisons: t.field({
      type: [objectOf(canaryComparison)],
      extensions: { listSize: 4 },
      description: 'Figures of the last comparison, which is made once a minute. Empty before the first one.',
      select: { comparisons: true },
      resolve: ({ comparisons }) => z.array(canaryComparison).parse(comparisons),
    }),
  }),
)

const canaries = defineList(Canary, {
  table: 'Canary',
  words: ['canary', 'canaries'],
  filter: canaryFilter,
  where: ({ project }, filter) => ({ kind: 'canaries', projectId: project.id, filter: filter ?? {} }),
  order: newestFirst,
})

queryById('Canary', Canary)

canaries.query('canaries', 'Canaries of the project, newest first.')

/** The traffic of an agent as its row has it. */
function toTraffic(stored: unknown): Traffic | null {
  return stored === null ? null : trafficRow.parse(stored)
}

const trafficRow = z.object({ weights: z.array(versionWeight), canaryId: z.string().nullable() })

builder.prismaObjectFields(Agent, (t) => ({
  versionWeights: t.field({
    type: [objectOf(versionWeight)],
    extensions: { listSize: 20 },
    description:
      'Versions that share the new runs of the agent, as shares that add up to 1. Empty: all runs get the newest version.',
    select: { traffic: true },
    resolve: ({ traffic }) => [...(toTraffic(traffic)?.weights ?? [])],
  }),
  canary: t.field({
    type: Canary,
    description: 'Running canary of the agent. Null if it has none.',
    nullable: true,
    select: { traffic: true },
    resolve: ({ traffic }, _, ctx, info) => {
      const id = toTraffic(traffic)?.canaryId ?? null
      return id === null ? null : loadRow('Canary', id, { ctx, info })
    },
  }),
  canaries: t.field(
    canaries.field({
      description: 'Canaries of the agent, newest first.',
      ...{ column: 'agentId', takes: [] },
    }),
  ),
}))

mutation('setVersionWeights', {
  description:
    'Sets which versions of an agent new runs get: by their weights, and the same version for all runs of a session as long as it has a weight. Forks, retries and replays keep the version of their run.',
  argument: 'Agent and weights.',
  input: inputFields(weightsChange),
  result: Agent,
  gives: 'Changed agent, or the error.',
  resolve: async (input, { operations, project }) =>
    (await operations.versions.setVersionWeights({ ...input, projectId: project.id })).agentId,
})

mutation('startCanary', {
  description:
    'Gives a share of the new runs of an agent to a version, and compares them with the runs of another version. The canary ends by itself: if a measure is worse than its margin permits, or at its last run.',
  argument: 'Canary to start.',
  input: inputFields(newCanary),
  result: Canary,
  gives: 'New canary, or the error.',
  resolve: async (input, { operations, project, caller }) =>
    (await operations.versions.startCanary({ ...input, projectId: project.id, by: caller.name })).canaryId,
})

mutation('stopCanary', {
  description: 'Stops a running canary. All new runs get the version that it was compared with.',
  argument: 'Canary to stop.',
  input: { id: required.idOf('Canary') },
  result: Canary,
  gives: 'Stopped canary, or the error.',
  resolve: async ({ id: canaryId }, { operations, project, caller }) =>
    (await operations.versions.stopCanary({ projectId: project.id, canaryId, by: caller.name })).canaryId,
})
