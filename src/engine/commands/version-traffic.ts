import { back, type CanaryStore } from '../../domain/canary.ts'
import { invalid, RungraphError } from '../../domain/errors.ts'
import {
  type CanaryMargins,
  canaryBounds,
  defaultMargins,
  type SetVersionWeights,
  type StartCanary,
  type StopCanary,
  toShares,
  trafficBounds,
  type VersionOperations,
  type VersionWeight,
} from '../../domain/version-traffic.ts'
import { invalidInput } from '../check-input.ts'
import type { EngineServices } from '../run/run-context.ts'
import { findAgent } from './find-agent.ts'

type Services = Pick<EngineServices, 'agents' | 'newId'> & { readonly canaries: CanaryStore }

/** Creates the operations on the versions that new runs of an agent get (VER-1, VER-2). */
export function createVersionOperations(services: Services): VersionOperations {
  return {
    setVersionWeights: (call) => setVersionWeights(call, services),
    startCanary: (call) => startCanary(call, services),
    stopCanary: (call) => stopCanary(call, services),
  }
}

async function setVersionWeights(
  { projectId, agent: key, weights }: SetVersionWeights,
  { agents, canaries }: Services,
): Promise<{ readonly agentId: string }> {
  checkWeights(weights)
  const { agentId, slug } = await findAgent(projectId, key, agents)
  const known = new Set(
    await canaries.versions(
      agentId,
      weights.map(({ version }) => version),
    ),
  )
  const unknown = weights.find(({ version }) => !known.has(version))
  if (unknown) throw unknownVersion(slug, unknown.version)
  const traffic = weights.length === 0 ? null : { weights: toShares(weights), canaryId: null }
  if ((await canaries.setTraffic(projectId, agentId, traffic)) === 'busy') throw busy(slug)
  return { agentId }
}

function checkWeights(weights: readonly VersionWeight[]): void {
  const { maxVersions: max } = trafficBounds
  if (weights.length > max) throw invalid('weights', `has ${weights.length} versions; the maximum is ${max}.`)
  const seen = new Set<number>()
  for (const [index, { version, weight }] of weights.entries()) {
    const place = `weights[${index}]`
    const refuse = (field: string, problem: string) =>
      invalidInput(['weights', String(index), field], `${place}.${field} ${problem}`)
    if (!isVersion(version)) throw refuse('version', `is ${version}; versions are numbered from 1.`)
    if (seen.has(version))
      throw refuse('version', `is ${version}, which is there before. Name each version once.`)
    if (!(weight >= 0 && weight <= maxWeight))
      throw refuse('weight', `is ${weight}; it must be a number from 0 to 1,000,000.`)
    seen.add(version)
  }
  if (weights.length > 0 && weights.every(({ weight }) => weight === 0))
    throw invalid(
      'weights',
      'are all 0. Give one version a weight above 0, or no weights for the newest version.',
    )
}

const maxWeight = 1_000_000

async function startCanary(call: StartCanary, services: Services): Promise<{ readonly canaryId: string }> {
  const { projectId, version, by = null } = call
  const { minRuns: least, maxRuns: most, minWeight, maxWeight: maxShare } = canaryBounds
  const { weight = 0.1, minRuns = 50, promote = false, stopOn = defaultMargins } = call
  const { maxRuns = Math.max(1_000, minRuns) } = call
  if (!(weight >= minWeight && weight <= maxShare))
    throw invalid('weight', `is ${weight}; it must be a share from ${minWeight} to ${maxShare}.`)
  if (minRuns < least || minRuns > most)
    throw invalid('minRuns', `is ${minRuns}; it must be from ${least} to ${most}.`)
  if (maxRuns < minRuns || maxRuns > most)
    throw invalid('maxRuns', `is ${maxRuns}; it must be from minRuns, which is ${minRuns}, to ${most}.`)
  checkMargins(stopOn)
  const newest = await findAgent(projectId, call.agent, services.agents)
  const { agentId, slug } = newest
  const baselineVersion = call.baselineVersion ?? (await baselineOf(newest, version, services))
  if (baselineVersion === version)
    throw invalid('baselineVersion', `is ${version}, and so is version. Compare with another version.`)
  const known = await services.canaries.versions(agentId, [version, baselineVersion].filter(isVersion))
  for (const one of [version, baselineVersion]) if (!known.includes(one)) throw unknownVersion(slug, one)
  const canary = {
    ...{ id: services.newId(), projectId, agentId, version, baselineVersion, weight, minRuns, maxRuns },
    ...{ promote, stopOn, looks: 0, startedBy: by },
  }
  if ((await services.canaries.start(canary)) === 'busy') throw busy(slug)
  return { canaryId: canary.id }
}

/** @throws INVALID_INPUT naming the measure */
function checkMargins(stopOn: CanaryMargins): void {
  const given = Object.entries(stopOn).filter(([, margin]) => margin !== undefined)
  if (given.length === 0)
    throw invalid('stopOn', 'names no measure. Give at least one, or leave it out for those by default.')
  for (const [name, margin] of given) {
    const max = name === 'failureRate' || name === 'rating' ? 1 : 100
    if (!(margin !== undefined && margin >= 0 && margin <= max))
      throw invalid(`stopOn.${name}`, `is ${margin}; it must be a number from 0 to ${max}.`)
  }
}

/** @throws INVALID_INPUT where several versions share the runs, or where there is no other version */
async function baselineOf(
  { agentId, version: newest, traffic }: Awaited<ReturnType<typeof findAgent>>,
  version: number,
  { canaries }: Services,
): Promise<number> {
  const others = traffic?.weights.filter((one) => one.version !== version) ?? []
  if (others.length > 1)
    throw invalid(
      'baselineVersion',
      'is left out, and several versions share the runs. Name the one to compare with.',
    )
  const before =
    others[0]?.version ?? (version === newest ? await canaries.versionBefore(agentId, version) : newest)
  if (before !== null) return before
  throw invalid('baselineVersion', 'is left out, and the agent has no version before that one.')
}

async function stopCanary(
  { projectId, canaryId, by }: StopCanary,
  { canaries }: Pick<Services, 'canaries'>,
): Promise<{ readonly canaryId: string }> {
  const canary = await canaries.find(projectId, canaryId)
  if (canary === null) throw new RungraphError('NOT_FOUND', { kind: 'canary' })
  if (canary.status !== 'RUNNING') throw new RungraphError('CANARY_ENDED', { status: canary.status })
  const reason = `Stopped by ${by ?? 'the engine'}.`
  const end = { ...back(canary), status: 'STOPPED', reason } as const
  // A look that came in between is repeated: the caller's word is the last. The runs are not read: a canary of many can be stopped too.
  if (!(await canaries.record(canary, { looks: canary.looks, end }, by)))
    return stopCanary({ projectId, canaryId, by }, { canaries })
  return { canaryId }
}

function isVersion(version: number): boolean {
  return Number.isSafeInteger(version) && version >= 1 && version <= 2 ** 31 - 1
}

function unknownVersion(slug: string, version: number): RungraphError {
  return new RungraphError('NOT_FOUND', { kind: 'agent', key: slug, version })
}

function busy(slug: string): RungraphError {
  return new RungraphError('CANARY_RUNNING', { slug })
}
