import { builder } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { toGlobalId } from '../global-id.ts'
import { UsageObject } from './usage.ts'

export const Step = builder.prismaObject('Step', {
  description: 'One turn of the loop: plan, execute, validate.',
  interfaces: [builder.nodeInterfaceRef()],
  select: { id: true },
  fields: (t) => ({
    id: t.id({ description: 'Global id.', resolve: ({ id }) => toGlobalId('Step', id) }),
    number: t.exposeInt('number', { description: 'Its place in the run, from 1.' }),
    systemPrompt: t.field({
      type: 'String',
      description: 'The whole system prompt that its model was given; null where there was none.',
      nullable: true,
      select: { promptHash: true },
      resolve: ({ promptHash }, _, ctx, info) =>
        promptHash === null
          ? null
          : ctx.loaders
              .ofField(info, 'prompt', (hashes: readonly string[]) => readPrompts(ctx, hashes))
              .load(promptHash),
    }),
    reasoning: t.exposeString('reasoning', {
      description: 'What the model thought, as far as it is shown.',
      nullable: true,
    }),
    actions: t.relation('actions', {
      description: 'What it did, in plan order.',
      query: { orderBy: { position: 'asc' } },
    }),
    modelCalls: t.relation('modelCalls', {
      description: 'The requests that it made to providers, in order.',
      query: { orderBy: [{ startedAt: 'asc' }, { id: 'asc' }] },
    }),
    validation: t.expose('validation', {
      type: 'JSON',
      description: 'How its progress was judged.',
      nullable: true,
    }),
    progress: t.exposeFloat('progress', {
      description: 'How far the run had come, from 0 to 1.',
      nullable: true,
    }),
    success: t.exposeBoolean('success', {
      description: 'Whether it ended well; null while it runs.',
      nullable: true,
    }),
    error: t.exposeString('error', { description: 'Why it did not.', nullable: true }),
    usage: t.field({
      type: UsageObject,
      description: 'What its model calls used.',
      resolve: ({ id }, _, ctx) => ctx.loaders.usage('stepId').load(id),
    }),
    startedAt: t.expose('startedAt', { type: 'DateTime', description: 'When it began.' }),
    durationMs: t.exposeInt('durationMs', {
      description: 'How long it took, in milliseconds.',
      nullable: true,
    }),
  }),
})

export const StepConnection = builder.connectionObject(
  { type: Step, name: 'StepConnection', description: 'A page of steps.' },
  { name: 'StepEdge', description: 'A step and its place in the run.' },
)

/** The system prompts with these hashes, in their order. */
async function readPrompts(
  { prisma, project }: Pick<GraphQLContext, 'prisma' | 'project'>,
  hashes: readonly string[],
): Promise<readonly (string | Error)[]> {
  const rows = await prisma.prompt.findMany({ where: { projectId: project.id, hash: { in: [...hashes] } } })
  const texts = new Map(rows.map(({ hash, text }) => [hash, text]))
  return hashes.map((hash) => texts.get(hash) ?? new Error(`The prompt ${hash} is not stored.`))
}
