import { runBounds } from './agent.ts'
import { compareDecimals, isDecimal } from './decimal.ts'
import { invalid } from './errors.ts'
import { isCleanText } from './json.ts'
import { type DefaultLimits, largestTokenBudget } from './limits.ts'
import type { Permission } from './permission.ts'

/** Changes to the settings of a project. Absent fields stay unchanged. */
export interface ProjectSettings {
  readonly name?: string | undefined
  /** LIM-12 */
  readonly maxConcurrentRuns?: number | undefined
  /** Budget of all its runs in one day (UTC), in US dollars; `null`: unlimited (LIM-9). */
  readonly maxCostUsdPerDay?: string | null | undefined
  /** Input and output of all its runs in one day (UTC); `null` is unlimited. */
  readonly maxTokensPerDay?: number | null | undefined
  /** Limits of runs whose trigger and agent set none (LIM-14). Absent fields stay unchanged. */
  readonly defaultLimits?: Partial<DefaultLimits> | undefined
  /** Permission of calls that no policy matches (TAS-1). */
  readonly defaultPermission?: Permission | undefined
}

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
  if (name !== undefined && (name.trim() === '' || name.length > 200 || !isCleanText(name)))
    throw invalid('name', 'must have 1 to 200 characters, none of them NUL or half a surrogate pair.')
  checkCount('maxConcurrentRuns', maxConcurrentRuns, 1_000_000)
  checkCount('maxTokensPerDay', maxTokensPerDay ?? undefined, largestTokenBudget)
  checkCost('maxCostUsdPerDay', maxCostUsdPerDay)
  checkDefaults(settings.defaultLimits ?? {})
}

function checkDefaults({ maxSteps, timeoutMs, maxCostUsd, maxTokens }: Partial<DefaultLimits>): void {
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
