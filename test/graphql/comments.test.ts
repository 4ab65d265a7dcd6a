import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { loopbackCaller } from '../../src/domain/caller.ts'
import { createCommentOperations } from '../../src/engine/commands/comment-run.ts'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { createCommentStore } from '../../src/store/comment-store.ts'
import { forFile } from '../support/for-file.ts'
import { refusing } from '../support/refusing.ts'
import { at, openGraph, textAt } from './open-graph.ts'

const graph = forFile(await openGraph())
const { make } = graph
const comments = createCommentStore(graph.database.pool)
const operations = refusing({
  comments: createCommentOperations({ comments, newId: uuidv7, wakeups: graph.wakeups }),
})
const agent = await make.agent({ slug: 'finder' })
const run = await make.run(agent, { status: 'RUNNING' })
const runId = toGlobalId('Run', run.id)
const otherAction = await make.action(await make.step(await make.run(agent), 1))

async function comment(by: string, input: object) {
  const caller = { ...loopbackCaller, name: by }
  const query = `mutation($input: CommentRunInput!) { commentRun(input: $input) {
    ... on RunComment { id text commentedBy createdAt run { id comments(last: 2) { totalCount nodes { text } } } }
    ... on Error { code message } ... on InvalidInputError { path } } }`
  const { data, errors } = await graph.ask(query, { input }, { operations, caller })
  if (errors !== undefined) throw new Error(JSON.stringify(errors))
  return at(data, 'commentRun')
}

const position = async () =>
  (await graph.database.prisma.run.findUniqueOrThrow({ where: { id: run.id } })).statusChanges

describe('COMM-1 comments', () => {
  test('are written on a run in any status, and come in order, the newest last', async () => {
    const before = await position()
    expect(await comment('ann', { runId, text: 'Look at step 2.' })).toMatchObject({
      ...{ text: 'Look at step 2.', commentedBy: 'ann' },
      run: { id: runId, comments: { totalCount: 1, nodes: [{ text: 'Look at step 2.' }] } },
    })
    // Those who follow the run see it.
    expect(await position()).not.toBe(before)
    await comment('bob', { runId, text: 'I did:\n\n- it is fine' })
    expect(await comment('ann', { runId, text: 'Thanks.' })).toMatchObject({
      run: { comments: { totalCount: 3, nodes: [{ text: 'I did:\n\n- it is fine' }, { text: 'Thanks.' }] } },
    })
  })

  test.each([
    [' \n', 'text is empty.'],
    ['x'.repeat(10_001), 'text has 10001 characters; the maximum is 10000.'],
    ['a\u0000b', 'text'],
  ])('are refused with the name of the field: %j', async (text, message) => {
    expect(await comment('ann', { runId, text })).toEqual({
      ...{ code: 'INVALID_INPUT', message: expect.stringContaining(message), path: ['input', 'text'] },
    })
  })

  test('are at most so many of a run, also where several come at once', async () => {
    const full = await make.run(agent, { status: 'COMPLETED' })
    await graph.database.prisma.runComment.createMany({
      data: Array.from({ length: 998 }, () => ({
        ...{ id: uuidv7(), projectId: graph.project.id, runId: full.id, text: 'Hm.', commentedBy: 'bob' },
      })),
    })
    const added = await Promise.all(
      Array.from({ length: 4 }, () =>
        comment('ann', { runId: toGlobalId('Run', full.id), text: 'One more.' }),
      ),
    )
    expect(added.map((one) => at(one, 'code')).filter(Boolean)).toEqual(['LIMIT_EXCEEDED', 'LIMIT_EXCEEDED'])
  })

  test('are on a step or an action of the run, and are found by it', async () => {
    const [step, late] = await Promise.all([make.step(run, 1), make.step(run, 2)])
    const action = await make.action(step)
    const actionId = toGlobalId('Action', action.id)
    await comment('ann', { runId, text: 'This step is slow.', stepNumber: 1 })
    await comment('ann', { runId, text: 'This call is wrong.', actionId })
    const query = `query($id: ID!, $filter: RunCommentFilter) { run(id: $id) { comments(filter: $filter, first: 9) { totalCount nodes {
      text stepNumber step { id number } action { id name } } } } }`
    const found = async (filter: object) =>
      at((await graph.ask(query, { id: runId, filter })).data, 'run.comments')
    const { number } = step
    const ofStep = { stepNumber: 1, step: { id: toGlobalId('Step', step.id), number }, action: null }
    expect(await found({ stepNumber: 1 })).toEqual({
      totalCount: 1,
      nodes: [{ ...ofStep, text: 'This step is slow.' }],
    })
    const ofAction = { stepNumber: null, step: null, action: { id: actionId, name: action.name } }
    expect(await found({ actionId })).toEqual({
      totalCount: 1,
      nodes: [{ ...ofAction, text: 'This call is wrong.' }],
    })
    expect(await found({ stepNumber: late.number })).toEqual({ totalCount: 0, nodes: [] })
    expect(at(await found({}), 'totalCount')).toBe(5)
    // The rows of steps and actions are made anew from the log; what was said of them stays.
    const { rows } = await graph.pool.query(
      `select conname from pg_constraint where conrelid = '"RunComment"'::regclass and contype = 'f'`,
    )
    expect(rows.map(({ conname }) => conname).toSorted()).toEqual([
      'RunComment_projectId_fkey',
      'RunComment_runId_fkey',
    ])
  })

  test.each([
    [{ stepNumber: 7 }, 'stepNumber', 'stepNumber is 7; the run has no such step.'],
    [{ stepNumber: -1 }, 'stepNumber', 'stepNumber is -1; the run has no such step.'],
    [
      { stepNumber: 1, actionId: toGlobalId('Action', uuidv7()) },
      'actionId',
      'actionId cannot be given with',
    ],
  ])('are refused on what the run does not have: %j', async (part, field, message) => {
    expect(await comment('ann', { runId, text: 'Hm.', ...part })).toEqual({
      ...{ code: 'INVALID_INPUT', message: expect.stringContaining(message), path: ['input', field] },
    })
  })

  test.each([uuidv7(), otherAction.id])('are refused on an action that is not of the run: %s', async (id) => {
    expect(await comment('ann', { runId, text: 'Hm.', actionId: toGlobalId('Action', id) })).toEqual({
      ...{ code: 'NOT_FOUND', message: 'No action of the run with this id in this project.' },
    })
  })

  test('are deleted', async () => {
    const id = textAt(await comment('cat', { runId, text: 'Wrong run.' }), 'id')
    const query =
      'mutation($input: DeleteRunCommentInput!) { deleteRunComment(input: $input) { ... on DeletedRunComment { id } ... on Error { code } } }'
    const remove = async () => (await graph.ask(query, { input: { id } }, { operations })).data
    expect(await remove()).toEqual({ deleteRunComment: { id } })
    expect(await remove()).toEqual({ deleteRunComment: { code: 'NOT_FOUND' } })
  })
})
