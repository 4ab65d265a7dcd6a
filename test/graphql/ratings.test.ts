import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { loopbackCaller } from '../../src/domain/caller.ts'
import { createRatingOperations } from '../../src/engine/commands/rate-run.ts'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { createRatingStore } from '../../src/store/rating-store.ts'
import { forFile } from '../support/for-file.ts'
import { refusing } from '../support/refusing.ts'
import { at, openGraph, textAt } from './open-graph.ts'

const graph = forFile(await openGraph())
const { make } = graph
const operations = refusing({
  ratings: createRatingOperations({
    ratings: createRatingStore(graph.database.pool),
    newId: uuidv7,
    wakeups: graph.wakeups,
  }),
})
const agent = await make.agent({ slug: 'finder' })
const [good, bad, plain] = await Promise.all([ended(), ended(), ended()])

/** In the period that statistics are of where none is given: the last 30 days. */
function ended(status: 'COMPLETED' | 'FAILED' = 'COMPLETED') {
  return make.run({ ...agent, version: 1 }, { status, createdAt: new Date() })
}

const idOf = ({ id }: { readonly id: string }) => toGlobalId('Run', id)

async function rate(by: string, input: object) {
  const caller = { ...loopbackCaller, name: by }
  const query = `mutation($input: RateRunInput!) { rateRun(input: $input) {
    ... on Rating { id score comment labels ratedBy run { id rating ownRating { ratedBy } ratings(first: 9) { totalCount } } }
    ... on Error { code message } ... on InvalidInputError { path } } }`
  const { data, errors } = await graph.ask(query, { input }, { operations, caller })
  if (errors !== undefined) throw new Error(JSON.stringify(errors))
  return at(data, 'rateRun')
}

async function found(rating: object) {
  const query = 'query($filter: RunFilter) { runs(first: 9, filter: $filter) { totalCount nodes { id } } }'
  const { data, errors } = await graph.ask(query, { filter: { rating } })
  if (errors !== undefined) throw new Error(JSON.stringify(errors))
  return at(data, 'runs.nodes.*.id')
}

const first = await rate('ann', {
  runId: idOf(good),
  score: 1,
  comment: 'Right.',
  labels: ['quick', 'exact'],
})
await rate('bob', { runId: idOf(good), score: 0.5 })
await rate('ann', { runId: idOf(bad), score: 0, labels: ['slow'] })

describe('RATE-1 ratings', () => {
  test('are given by mutation, with their mean and that of the caller', async () => {
    expect(first).toMatchObject({
      ...{ score: 1, comment: 'Right.', labels: ['exact', 'quick'], ratedBy: 'ann' },
      run: { id: idOf(good), rating: 1, ownRating: { ratedBy: 'ann' }, ratings: { totalCount: 1 } },
    })
    const query = `{ runs(first: 9) { nodes { id rating ownRating { id } ratings(first: 2) { nodes { ratedBy score } } } } }`
    const nodes = at(await graph.read(query), 'runs.nodes')
    expect(nodes).toHaveLength(3)
    expect(nodes).toContainEqual({
      ...{ id: idOf(good), rating: 0.75, ownRating: null },
      ratings: {
        nodes: [
          { ratedBy: 'ann', score: 1 },
          { ratedBy: 'bob', score: 0.5 },
        ],
      },
    })
    expect(nodes).toContainEqual({ id: idOf(plain), rating: null, ownRating: null, ratings: { nodes: [] } })
  })

  test('are refused with the name of the field', async () => {
    expect(await rate('ann', { runId: idOf(good), score: 1.5 })).toEqual({
      ...{
        code: 'INVALID_INPUT',
        message: 'score is 1.5; it must be a number from 0 to 1.',
        path: ['input', 'score'],
      },
    })
  })

  test('are deleted', async () => {
    const id = textAt(await rate('cat', { runId: idOf(bad), score: 1 }), 'id')
    const query =
      'mutation($input: DeleteRatingInput!) { deleteRating(input: $input) { ... on DeletedRating { id } ... on Error { code } } }'
    const remove = async () => (await graph.ask(query, { input: { id } }, { operations })).data
    expect(await remove()).toEqual({ deleteRating: { id } })
    expect(await remove()).toEqual({ deleteRating: { code: 'NOT_FOUND' } })
  })
})

describe('RATE-2 runs are found by one rating that has all that the filter wants', () => {
  test.each([
    [{}, [bad, good]],
    [{ minScore: 0.9 }, [good]],
    [{ maxScore: 0.4 }, [bad]],
    [{ by: 'bob' }, [good]],
    [{ label: 'exact' }, [good]],
    [{ label: 'none' }, []],
    [{ by: 'bob', minScore: 0.9 }, []],
    [{ by: 'bob', label: 'exact' }, []],
    [{ minScore: 0.5, maxScore: 0.5 }, [good]],
  ])('%j', async (rating, runs) => {
    expect(await found(rating)).toEqual(expect.arrayContaining(runs.map(idOf)))
    expect(await found(rating)).toHaveLength(runs.length)
  })

  test('and a range in the wrong order is refused', async () => {
    await expect(found({ minScore: 0.9, maxScore: 0.1 })).rejects.toThrow('filter.rating.minScore is 0.9')
  })

  test('with other fields, in another order, and in statistics', async () => {
    const query = `{ runs(first: 9, filter: { agent: "finder", rating: { minScore: 0.9 } }, orderBy: { field: COST, direction: ASC }) { nodes { id } }
      runStats(filter: { rating: { by: "ann" } }) { buckets { count } } }`
    expect(await graph.read(query)).toEqual({
      runs: { nodes: [{ id: idOf(good) }] },
      runStats: { buckets: [{ count: 2 }] },
    })
  })
})

test('RATE-3 statistics have the ratings of their runs and the failure rate with intervals', async () => {
  const failed = await ended('FAILED')
  await rate('ann', { runId: idOf(failed), score: 0.25 })
  const query = `{ runStats(groupBy: [VERSION]) { buckets { agentVersion failureRate failureInterval { low high }
    rating { count mean interval { low high } } } } }`
  const [bucket] = [at(await graph.read(query), 'runStats.buckets.0')]
  expect(bucket).toMatchObject({
    ...{ agentVersion: 1, failureRate: 0.25 },
    failureInterval: { low: expect.closeTo(0.0456, 4), high: expect.closeTo(0.6994, 4) },
    // 0.75, 0 and 0.25: a run with two ratings counts once.
    rating: { count: 3, mean: expect.closeTo(1 / 3, 6), interval: { low: 0, high: 1 } },
  })
  const statuses = await graph.read(
    '{ runStats(groupBy: [STATUS]) { buckets { status rating { count mean interval { low } } } } }',
  )
  expect(at(statuses, 'runStats.buckets')).toContainEqual({
    status: 'FAILED',
    rating: { count: 1, mean: 0.25, interval: null },
  })
})
