import type { GraphQLResolveInfo } from 'graphql'
import { textOf } from '../../domain/message.ts'
import type { StepKey } from '../../domain/reads.ts'
import { readValidation, stepValidation } from '../../domain/step-validation.ts'
import type { GraphQLContext } from '../context.ts'
import { defineList } from '../paging/list.ts'
import { rowObject } from '../row-object.ts'
import { objectOf } from '../shape.ts'
import { CostPartObject, partsDescription, readCostParts, whenManyUnknown } from './cost-parts.ts'
import { OfferedTool, promptText, promptTools } from './shown-prompt.ts'
import { UsageObject } from './usage.ts'

export const StepObject = rowObject(
  'Step',
  'Step of a run: one turn of the loop that plans, executes and validates.',
  {
    number: 'Number of the step in its run, from 1.',
    reasoning: 'Reasoning text of the model, as far as the provider shows it. Null if there is none.',
    progress: 'Progress of the run after the step, from 0 to 1. Null if the progress was not judged.',
    success: 'Whether the step succeeded. Null while the step runs.',
    error: 'Reason why the step failed. Null if it did not fail.',
    startedAt: 'Time when the step began.',
    durationMs: 'Duration of the step, in milliseconds. Null while the step runs.',
  },
  (t) => ({
    systemPrompt: t.field({
      type: 'String',
      description: 'Complete system prompt that the model received. Null if there was none.',
      nullable: true,
      select: { promptHash: true },
      resolve: ({ promptHash }, _, ctx, info) =>
        promptHash === null ? null : promptText(promptHash, ctx, info),
    }),
    offeredTools: t.field({
      type: [OfferedTool],
      description:
        'Tools that the model could call in the step, as it received them. Empty for an agent that plans: its system prompt names what plans may use. Null for steps of an earlier version of the server.',
      nullable: true,
      extensions: { listSize: 50 },
      select: { promptHash: true },
      resolve: ({ promptHash }, _, ctx, info) =>
        promptHash === null ? [] : promptTools(promptHash, ctx, info),
    }),
    text: t.field({
      type: 'String',
      description:
        'Text that the model answered in the step, without reasoning and tool calls. Null if it answered without text.',
      nullable: true,
      select: { runId: true, number: true },
      resolve: async ({ runId, number: stepNumber }, _, ctx, info) =>
        // An answer that was cut off at the output limit continues in the next message.
        (await answersOf({ runId, stepNumber }, ctx, info)).map(textOf).join('') || null,
    }),
    actions: t.relation('actions', {
      description: 'Actions of the step, in plan order.',
      query: { orderBy: { position: 'asc' } },
    }),
    modelCalls: t.relation('modelCalls', {
      description: 'Model calls of the step, in order.',
      query: { orderBy: [{ number: 'asc' }, { id: 'asc' }] },
    }),
    validation: t.field({
      type: objectOf(stepValidation),
      description:
        'Judgement of the step: its progress, criteria and confidence. Null if the step was not judged.',
      nullable: true,
      select: { validation: true },
      resolve: ({ validation }) => readValidation(validation),
    }),
    usage: t.field({
      type: UsageObject,
      description: 'Usage of the model calls of the step.',
      resolve: ({ id }, _, ctx) => ctx.loaders.usage('stepId').load(id),
    }),
    costParts: t.field({
      type: [CostPartObject],
      description: partsDescription('the model calls of the step that have a known price', whenManyUnknown),
      nullable: true,
      resolve: ({ id }, _, ctx, info) => readCostParts('STEP', id, { ctx, info }),
    }),
  }),
)

export const steps = defineList(StepObject, {
  table: 'Step',
  words: ['step', 'steps'],
  place: 'run',
  order: { name: 'NUMBER', column: 'number', type: 'int', nullable: false, direction: 'ASC' },
})

/** The messages of the model's answer in a step. */
export function answersOf(key: StepKey, ctx: GraphQLContext, info: GraphQLResolveInfo) {
  return ctx.loaders.read(info, 'answers').load(key)
}
