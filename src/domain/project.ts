import { z } from 'zod'
import { runBounds } from './agent.ts'
import { compareDecimals, isDecimal } from './decimal.ts'
import { invalid } from './errors.ts'
import { fileBounds } from './file.ts'
import { given, givenOrNull, needed } from './given.ts'
import { isName } from './json.ts'
import { largestTokenBudget, projectLimitsChange } from './limits.ts'
import { callPermission } from './permission.ts'

/** Changes to the settings of a project: its limits (LIM-9, LIM-12, LIM-14) and permission (TAS-1). */
export const projectChange = z.object({
  name: given.text('Display name of the project.'),
  maxConcurrentRuns: given.int(
    'Maximum number of runs that are RUNNING at once, at least 1. Null leaves it unchanged.',
  ),
  maxCostUsdPerDay: givenOrNull.decimal(
    'Cost limit of all runs of the project in one day (UTC), in US dollars. Null removes the limit.',
  ),
  maxTokensPerDay: givenOrNull.safeInt(
    'Token limit of all runs of the project in one day (UTC). Null removes the limit.',
  ),
  defaultLimits: given.one(
    projectLimitsChange,
    'Limits for runs if neither the trigger nor the agent sets them. They apply to runs that start from now on.',
  ),
  defaultPermission: given.one(callPermission, 'Permission of a call that no policy matches.'),
  maxFileBytes: given.int('Maximum size of a file, in bytes, from 1 to 104857600 (100 MiB).'),
  maxStoredFileBytes: given.safeInt(
    'Maximum size of the contents of all files together, in bytes. The same bytes count once.',
  ),
})
export type ProjectSettings = Readonly<z.infer<typeof projectChange>>

/** The same for a new project. */
export const newProject = z.object({
  slug: needed.text(
    'Short name of the project, unique on the server: 1 to 100 lower-case letters and digits, with hyphens between them.',
  ),
  name: given.text('Display name of the project. Default: the slug.'),
  keyName: given.text('Name of the caller that is to use the first key of the project. Default `admin`.'),
  maxConcurrentRuns: given.int('Maximum number of runs that are RUNNING at once, at least 1. Default 100.'),
  maxCostUsdPerDay: givenOrNull.decimal(
    'Cost limit of all runs of the project in one day (UTC), in US dollars. Default: unlimited.',
  ),
  maxTokensPerDay: givenOrNull.safeInt(
    'Token limit of all runs of the project in one day (UTC). Default: unlimited.',
  ),
  defaultLimits: given.one(
    projectLimitsChange,
    'Limits for the runs of the project if neither the trigger nor the agent sets them.',
  ),
  defaultPermission: given.one(callPermission, 'Permission of a call that no policy matches. Default ALLOW.'),
  maxFileBytes: given.int(
    'Maximum size of a file, in bytes, from 1 to 104857600 (100 MiB). Default 20971520 (20 MiB).',
  ),
  maxStoredFileBytes: given.safeInt(
    'Maximum size of the contents of all files together, in bytes. The same bytes count once. Default 5368709120 (5 GiB).',
  ),
})

/** Operations of an administrator of the server (ADM-4). */
export interface ProjectOperations {
  /** Creates a project with its first key, an ADMIN's, whose text is in the answer and nowhere else. @throws INVALID_INPUT, SLUG_TAKEN */
  createProject(call: CreateProject): Promise<{ readonly projectId: string; readonly key: string }>
}

export interface CreateProject {
  readonly slug: string
  /** Settings that are left out have their defaults; so has the name, which is the slug. */
  readonly settings: ProjectSettings
  /** Name of the first key. Default: `admin`. */
  readonly keyName?: string | undefined
  /** Name of the caller, from their credentials. */
  readonly by: string
}

/** @throws INVALID_INPUT naming the field that a project cannot have */
export function checkProjectSettings(settings: ProjectSettings): void {
  const { name, maxConcurrentRuns, maxCostUsdPerDay, maxTokensPerDay } = settings
  if (name !== undefined && (name.trim() === '' || !isName(name, 200)))
    throw invalid('name', 'must have 1 to 200 characters, none of them NUL or half a surrogate pair.')
  checkCount('maxConcurrentRuns', maxConcurrentRuns, 1_000_000)
  checkCount('maxFileBytes', settings.maxFileBytes, fileBounds.maxFileBytes)
  checkCount('maxStoredFileBytes', settings.maxStoredFileBytes, fileBounds.maxStoredFileBytes)
  checkCount('maxTokensPerDay', maxTokensPerDay ?? undefined, largestTokenBudget)
  checkCost('maxCostUsdPerDay', maxCostUsdPerDay)
  checkDefaults(settings.defaultLimits ?? {})
}

function checkDefaults({
  maxSteps,
  timeoutMs,
  maxCostUsd,
  maxTokens,
}: z.infer<typeof projectLimitsChange>): void {
  checkCount('defaultLimits.maxSteps', maxSteps ?? undefined, 1_000_000)
  checkCount('defaultLimits.timeoutMs', timeoutMs ?? undefined, runBounds.maxTimeoutMs)
  checkCost('defaultLimits.maxCostUsd', maxCostUsd)
  checkCount('defaultLimits.maxTokens', maxTokens ?? undefined, largestTokenBudget)
}

function checkCost(field: string, costUsd: string | null | undefined): void {
  if (typeof costUsd !== 'string' || isCost(costUsd)) return
  throw invalid(
    field,
    `is "${costUsd}"; it must be a decimal amount of US dollars above 0 and up to 1000000000, or null for no limit.`,
  )
}

function isCost(text: string): boolean {
  return isDecimal(text) && compareDecimals(text, '0') > 0 && compareDecimals(text, '1000000000') <= 0
}

function checkCount(field: string, value: number | undefined, max: number): void {
  if (value === undefined || (Number.isInteger(value) && value >= 1 && value <= max)) return
  throw invalid(field, `is ${value}; it must be a whole number from 1 to ${max}.`)
}
