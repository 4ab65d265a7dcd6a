import { queryFromInfo } from '@pothos/plugin-prisma'
import type { GraphQLResolveInfo } from 'graphql'
import { givenRating } from '../../domain/rating.ts'
import { byCreation } from '../../domain/row-list.ts'
import { builder } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { required } from '../fields.ts'
import { deletes, mutation } from '../mutation.ts'
import { defineList } from '../paging/list.ts'
import { type Row, rowObject } from '../row-object.ts'
import { inputFields } from '../shape.ts'
import { Run } from './run.ts'

const Rating = rowObject('Rating', 'What a caller says about a run.', {
  run: 'Run that is rated.',
  score: 'Score of the run, from 0, the worst, to 1, the best.',
  comment: 'Comment on the run. Null if there is none.',
  labels: 'Labels of the rating, in alphabetical order.',
  ratedBy:
    'Caller that rated the run: the name of an API key, the subject of an access token, or `loopback`.',
  createdAt: 'Time when the caller first rated the run.',
  updatedAt: 'Time when the caller last changed the rating.',
})

const ratings = defineList(Rating, { table: 'Rating', words: ['rating', 'ratings'], order: byCreation })

builder.prismaObjectFields(Run, (t) => ({
  ratings: t.field(
    ratings.field({ description: 'Ratings of the run, one for each caller, oldest first.', column: 'runId' }),
  ),
  rating: t.float({
    description: 'Mean score of the ratings of the run, from 0 to 1. Null if it has none.',
    nullable: true,
    resolve: ({ id }, _, { loaders }, info) => loaders.read(info, 'meanRatings').load(id),
  }),
  ownRating: t.field({
    type: Rating,
    description: 'Rating of the run by the caller of this query. Null if they have not rated it.',
    nullable: true,
    resolve: ({ id }, _, ctx, info) =>
      ctx.loaders
        .ofField<string, Row | null>(info, 'own', (ids) => readOwn([...new Set(ids)], ids, { ctx, info }))
        .load(id),
  }),
}))

mutation('rateRun', {
  description:
    'Rates a run that has ended or is PAUSED. It replaces an earlier rating of the run by the same caller.',
  argument: 'Run and rating.',
  input: { runId: required.idOf('Run', 'Global id of the run.'), ...inputFields(givenRating) },
  result: Rating,
  gives: 'Rating, or the error.',
  errors: ['InvalidInput', 'NotFound', 'Conflict', 'LimitExceeded'],
  resolve: async (rating, { operations, project, caller }) =>
    (await operations.ratings.rateRun({ ...rating, projectId: project.id, by: caller.name })).ratingId,
})

deletes('Rating', {
  description: 'Deletes a rating. The holder of an access token can delete only their own.',
  remove: (ratingId, { operations, project, caller }) =>
    operations.ratings.deleteRating({ projectId: project.id, ratingId, caller }),
})

/** The rows of the caller's ratings, with the fields that the operation selects. */
async function readOwn(
  runIds: string[],
  keys: readonly string[],
  { ctx, info }: { readonly ctx: GraphQLContext; readonly info: GraphQLResolveInfo },
): Promise<readonly (Row | null)[]> {
  const { prisma, project, caller } = ctx
  const { select } = queryFromInfo({ context: ctx, info, select: { id: true, runId: true } })
  const where = { projectId: project.id, ratedBy: caller.name, runId: { in: runIds } }
  const rows = await prisma.rating.findMany({ select, where })
  const byRun = new Map(rows.map((row) => [row.runId, row]))
  return keys.map((runId) => byRun.get(runId) ?? null)
}
