import { queryFromInfo } from '@pothos/plugin-prisma'
import type { GraphQLResolveInfo } from 'graphql'
import type { DefaultLimits } from '../domain/limits.ts'
import { checkProjectSettings, type ProjectSettings } from '../domain/project.ts'
import { builder } from './builder.ts'
import type { GraphQLContext } from './context.ts'
import { outcome, resultOf } from './error.ts'
import { Permission } from './permission.ts'
import { Project } from './project.ts'

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
