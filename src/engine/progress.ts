import type { TestMetrics } from '../domain/tool.ts'

/** By what the progress of a step was judged, in the order of preference (JDG-2). */
export type ProgressSource = 'TESTS' | 'ARTIFACTS' | 'MODEL'

/** What the tools of one step reported, as one: the sums, and the least coverage. */
export function addTests(reports: readonly TestMetrics[]): TestMetrics {
  const coverages = reports.map(({ coverage }) => coverage).filter((coverage) => coverage !== undefined)
  return {
    passed: reports.reduce((sum, { passed }) => sum + passed, 0),
    failed: reports.reduce((sum, { failed }) => sum + failed, 0),
    ...(coverages.length > 0 && { coverage: Math.min(...coverages) }),
  }
}

/**
 * The share of the tests that pass. Known coverage is half of it: `passed / all × (1 + coverage) / 2`, so that progress is 1 only
 * where everything is tested and passes. Where no test ran it is 0.
 */
export function testProgress({ passed, failed, coverage = 1 }: TestMetrics): number {
  const all = passed + failed
  return all === 0 ? 0 : ((passed / all) * (1 + coverage)) / 2
}

/**
 * What artifacts say: each one that is added or changed is a step forward, and nobody knows how many there are to be.
 * So `changes / (changes + 1)`, which grows with each and never reaches 1.
 */
export function artifactProgress(changes: number): number {
  return changes / (changes + 1)
}

/** What a model says may lie outside. */
export function toProgress(said: number): number {
  return Number.isNaN(said) ? 0 : Math.min(1, Math.max(0, said))
}
