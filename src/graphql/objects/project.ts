import { queryFromInfo } from '@pothos/plugin-prisma'
import type { GraphQLResolveInfo } from 'graphql'
import type { DefaultLimits } from '../../domain/limits.ts'
import { checkProjectSettings, type ProjectSettings } from '../../domain/project.ts'
import type { DaySpending } from '../../domain/reads.ts'
import { builder } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { outcome, resultOf } from '../errors.ts'
import { Permission, toPermission } from './policy.ts'

const DaySpendingObject = builder.objectRef<DaySpending>('DaySpending').implement({
  description: 'What the runs of a project spent in one day (UTC).',
  fields: (t) => ({
    costUsd: t.expose('costUsd', { type: 'Decimal', description: 'The cost in US dollars.' }),
    tokens: t.exposeFloat('tokens', { description: 'Tokens sent and generated; a whole number.' }),
    reservedUsd: t.expose('reservedUsd', {
      type: 'Decimal',
      description: 'What is held for model calls under way; nothing where the day has no limit.',
    }),
    reservedTokens: t.exposeFloat('reservedTokens', {
      description: 'How many tokens are held for model calls under way; a whole number.',
    }),
  }),
})

const DefaultLimitsObject = builder.objectRef<DefaultLimits>('DefaultLimits').implement({
  description: 'The limits of the runs of a project whose trigger and agent set none.',
  fields: (t) => ({
    maxSteps: t.exposeInt('maxSteps', {
      description: 'The step limit of a run; null is unlimited. A sub-agent has 50 steps where this is more.',
      nullable: true,
    }),
    timeoutMs: t.exposeInt('timeoutMs', {
      description:
        'The time limit of a run, in milliseconds; null is unlimited. 86400000 (24 hours) in a new project.',
      nullable: true,
    }),
    maxCostUsd: t.expose('maxCostUsd', {
      type: 'Decimal',
      description: 'The budget of a run and all its descendants, in US dollars; null is unlimited.',
      nullable: true,
    }),
    maxTokens: t.exposeFloat('maxTokens', {
      description:
        'The budget of a run and all its descendants, in tokens, a whole number; null is unlimited. 10000000 in a new project.',
      nullable: true,
    }),
  }),
})

const Project = builder.prismaObject('Project', {
  description: 'A tenant: everything that a caller sees belongs to it.',
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id, a UUID.' }),
    slug: t.exposeString('slug', { description: 'Its short name.' }),
    name: t.exposeString('name', { description: 'Its name for people.' }),
    maxConcurrentRuns: t.exposeInt('maxConcurrentRuns', {
      description: 'How many of its runs may be RUNNING at once; 100 until it is changed.',
    }),
    maxCostUsdPerDay: t.field({
      type: 'Decimal',
      description: 'What all its runs may spend in one day (UTC), in US dollars; null is unlimited.',
      nullable: true,
      select: { maxCostUsdPerDay: true },
      resolve: ({ maxCostUsdPerDay }) => maxCostUsdPerDay?.toFixed() ?? null,
    }),
    maxTokensPerDay: t.float({
      description:
        'How many tokens all its runs may use in one day (UTC); a whole number; null is unlimited.',
      nullable: true,
      select: { maxTokensPerDay: true },
      resolve: ({ maxTokensPerDay }) => (maxTokensPerDay === null ? null : Number(maxTokensPerDay)),
    }),
    defaultLimits: t.field({
      type: DefaultLimitsObject,
      description: 'The limits of its runs whose trigger and agent set none.',
      select: {
        defaultMaxSteps: true,
        defaultTimeoutMs: true,
        defaultMaxCostUsd: true,
        defaultMaxTokens: true,
      },
      resolve: (project) => ({
        maxSteps: project.defaultMaxSteps,
        timeoutMs: project.defaultTimeoutMs,
        maxCostUsd: project.defaultMaxCostUsd?.toFixed() ?? null,
        maxTokens: project.defaultMaxTokens === null ? null : Number(project.defaultMaxTokens),
      }),
    }),
    defaultPermission: t.field({
      type: Permission,
      description: 'What holds for a call that no policy speaks of.',
      select: { defaultPermission: true },
      resolve: ({ defaultPermission }) => toPermission(defaultPermission),
    }),
    spentToday: t.field({
      type: DaySpendingObject,
      description: 'What its runs have spent since midnight (UTC).',
      resolve: ({ id }, _, ctx) => ctx.reads.spending(id, new Date()),
    }),
  }),
})

builder.queryField('project', (t) =>
  t.prismaField({
    type: Project,
    description: 'The project of the caller.',
    resolve: (query, _, __, ctx) =>
      ctx.prisma.project.findUniqueOrThrow({ ...query, where: { id: ctx.project.id } }),
  }),
)

const DefaultLimitsInput = builder.inputType('DefaultLimitsInput', {
  description:
    'A change of the limits of runs whose trigger and agent set none. What is left out stays; null takes the limit away.',
  fields: (t) => ({
    maxSteps: t.int({ description: 'The step limit of a run.' }),
    timeoutMs: t.int({ description: 'The time limit of a run, in milliseconds.' }),
    maxCostUsd: t.field({
      type: 'Decimal',
      description: 'The budget of a run and all its descendants, in US dollars.',
    }),
    maxTokens: t.float({
      description: 'The budget of a run and all its descendants, in tokens, a whole number.',
    }),
  }),
})

const UpdateProjectInput = builder.inputType('UpdateProjectInput', {
  description:
    'A change of the project. What is left out stays; so does what is null, where null means nothing else.',
  fields: (t) => ({
    name: t.string({ description: 'Its name for people.' }),
    maxConcurrentRuns: t.int({
      description:
        'How many of its runs may be RUNNING at once, at least 1; there is always such a limit, so null leaves it as it is.',
    }),
    maxCostUsdPerDay: t.field({
      type: 'Decimal',
      description: 'What all its runs may spend in one day (UTC), in US dollars; null takes the limit away.',
    }),
    maxTokensPerDay: t.float({
      description:
        'How many tokens all its runs may use in one day (UTC), a whole number; null takes the limit away.',
    }),
    defaultLimits: t.field({
      type: DefaultLimitsInput,
      description: 'The limits of its runs whose trigger and agent set none. Runs from now on have them.',
    }),
    defaultPermission: t.field({
      type: Permission,
      description: 'What holds for a call that no policy speaks of.',
    }),
  }),
})

const UpdateProjectResult = resultOf('UpdateProjectResult', Project, {
  description: 'The changed project, or why it was not changed.',
  errors: ['InvalidInput'],
})

builder.mutationField('updateProject', (t) =>
  t.field({
    type: UpdateProjectResult,
    description: 'Changes the settings and limits of the project. Model calls from now on are held to them.',
    args: { input: t.arg({ type: UpdateProjectInput, description: 'The change.', required: true }) },
    resolve: (_, { input }, ctx, info) => outcome(info, () => update(toSettings(input), ctx, info)),
  }),
)

/** Only of a limit does null say something: that there is none. */
function toSettings(input: typeof UpdateProjectInput.$inferInput): ProjectSettings {
  const { name, maxConcurrentRuns, maxCostUsdPerDay, maxTokensPerDay, defaultPermission } = input
  const { defaultLimits } = input
  return {
    name: name ?? undefined,
    maxConcurrentRuns: maxConcurrentRuns ?? undefined,
    maxCostUsdPerDay,
    maxTokensPerDay,
    defaultLimits: defaultLimits ? whereGiven(defaultLimits) : undefined,
    defaultPermission: defaultPermission ?? undefined,
  }
}

/** @throws INVALID_INPUT */
function update(settings: ProjectSettings, ctx: GraphQLContext, info: GraphQLResolveInfo) {
  checkProjectSettings(settings)
  const { select } = queryFromInfo({ context: ctx, info, typeName: 'Project', select: { id: true } })
  return ctx.prisma.project.update({ select, data: toRow(settings), where: { id: ctx.project.id } })
}

/** What is undefined is left as it is. */
function toRow(settings: ProjectSettings) {
  const { name, maxConcurrentRuns, maxCostUsdPerDay, maxTokensPerDay, defaultPermission } = settings
  return {
    ...toDefaultsRow(settings.defaultLimits ?? {}),
    ...(name === undefined ? {} : { name }),
    ...(maxConcurrentRuns === undefined ? {} : { maxConcurrentRuns }),
    ...(defaultPermission === undefined ? {} : { defaultPermission }),
    ...(maxCostUsdPerDay === undefined ? {} : { maxCostUsdPerDay }),
    ...(maxTokensPerDay === undefined
      ? {}
      : { maxTokensPerDay: maxTokensPerDay === null ? null : BigInt(maxTokensPerDay) }),
  }
}

function toDefaultsRow({ maxSteps, timeoutMs, maxCostUsd, maxTokens }: Partial<DefaultLimits>) {
  return {
    ...(maxSteps === undefined ? {} : { defaultMaxSteps: maxSteps }),
    ...(timeoutMs === undefined ? {} : { defaultTimeoutMs: timeoutMs }),
    ...(maxCostUsd === undefined ? {} : { defaultMaxCostUsd: maxCostUsd }),
    ...(maxTokens === undefined ? {} : { defaultMaxTokens: maxTokens === null ? null : BigInt(maxTokens) }),
  }
}

function whereGiven({
  maxSteps,
  timeoutMs,
  maxCostUsd,
  maxTokens,
}: typeof DefaultLimitsInput.$inferInput): Partial<DefaultLimits> {
  return {
    ...(maxSteps === undefined ? {} : { maxSteps }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(maxCostUsd === undefined ? {} : { maxCostUsd }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
  }
}
