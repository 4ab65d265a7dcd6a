import { commentFilter } from '../../domain/filters.ts'
import { byCreation, everything } from '../../domain/row-list.ts'
import { givenComment } from '../../domain/run-comment.ts'
import { builder } from '../builder.ts'
import { idOf, required } from '../fields.ts'
import { deletes, mutation } from '../mutation.ts'
import { defineList } from '../paging/list.ts'
import { rowObject } from '../row-object.ts'
import { inputFields } from '../shape.ts'
import { Action } from './action.ts'
import { Run } from './run.ts'
import { StepObject } from './step.ts'

const RunComment = rowObject(
  'RunComment',
  'A comment on a run, for those who work with it. No model reads it.',
  {
    run: 'Run that the comment is about.',
    text: 'Text of the comment.',
    stepNumber: 'Number of the step that the comment is about. Null if it is about the run or an action.',
    commentedBy: 'Caller that wrote the comment: the name of an API key, or `loopback`.',
    createdAt: 'Time when the comment was written.',
  },
  (t) => ({
    step: t.field({
      type: StepObject,
      description: 'Step that the comment is about. Null if it is about the run or an action.',
      nullable: true,
      select: { runId: true, stepNumber: true },
      resolve: async ({ runId, stepNumber: number }, _, { loaders }) =>
        number === null ? null : { id: await loaders.stepId.load({ runId, number }) },
    }),
    action: t.field({
      type: Action,
      description: 'Action that the comment is about. Null if it is about the run or a step.',
      nullable: true,
      select: { actionId: true },
      resolve: ({ actionId }) => (actionId === null ? null : { id: actionId }),
    }),
  }),
)

const comments = defineList(RunComment, {
  table: 'RunComment',
  words: ['comment', 'comments'],
  filter: commentFilter,
  where: ({ project }, filter) =>
    filter === null ? everything : { kind: 'comments', projectId: project.id, filter },
  order: byCreation,
})

builder.prismaObjectFields(Run, (t) => ({
  comments: t.field(
    comments.field({
      description: 'Comments on the run and on its steps and actions, oldest first.',
      column: 'runId',
    }),
  ),
}))

mutation('commentRun', {
  description:
    'Comments on a run in any status, or on a step or an action of it. The comment is for people: no model reads it.',
  argument: 'Run, the step or the action, and text.',
  input: {
    runId: required.idOf('Run', 'Global id of the run.'),
    actionId: idOf('Action', 'Global id of the action that the comment is about, in place of a step.'),
    ...inputFields(givenComment),
  },
  result: RunComment,
  gives: 'Comment, or the error.',
  errors: ['InvalidInput', 'NotFound', 'LimitExceeded'],
  resolve: async (comment, { operations, project, caller, reads }) => {
    // Its log may have a step or an action of which the row is not written yet.
    if (comment.stepNumber !== undefined || comment.actionId !== undefined) await reads.bringUp(project.id)
    return (await operations.comments.commentRun({ ...comment, projectId: project.id, by: caller.name }))
      .commentId
  },
})

deletes('RunComment', {
  description: 'Deletes a comment on a run.',
  remove: (commentId, { operations, project }) =>
    operations.comments.deleteRunComment({ projectId: project.id, commentId }),
})
