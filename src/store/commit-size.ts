import type { RunCommit } from '../domain/run-log.ts'

/** What JSON writes around a value, with its name, about. */
const perValue = 16

/** How large a commit is as JSON, in characters, about: nothing is written for it to be told. Linear in its values. */
export function sizeOfCommit(commit: RunCommit): number {
  return sizeOf(commit)
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return perValue + value.length
  if (typeof value !== 'object' || value === null) return perValue
  return Object.values(value).reduce((sum: number, inner) => sum + sizeOf(inner), perValue)
}
