import { readdir } from 'node:fs/promises'
import { notApplicableOf } from './not-applicable.ts'
import type { Scenario } from './scenario.ts'

const folder = new URL('./scenarios/', import.meta.url)

/** The scenarios of the folder in the order of their numbers. */
export async function loadScenarios(): Promise<readonly Scenario[]> {
  const files = (await readdir(folder)).filter((file) => /^\d+-[a-z0-9-]+\.ts$/.test(file))
  return (await Promise.all(files.map(load))).toSorted((a, b) => a.number - b.number)
}

/** Those of these numbers, or all where it is empty. @throws Error that names those that there are not, applicable or not */
export function chooseScenarios(all: readonly Scenario[], only: readonly number[]): readonly Scenario[] {
  const known = [...all, ...notApplicableOf([])].map(({ number }) => number)
  const missing = only.filter((number) => !known.includes(number))
  if (missing.length > 0) throw new Error(`There is no scenario ${missing.join(', ')}; --list names them.`)
  return all.filter(({ number }) => only.length === 0 || only.includes(number))
}

async function load(file: string): Promise<Scenario> {
  const { default: scenario }: { default: Scenario } = await import(new URL(file, folder).href)
  if (scenario.number !== Number.parseInt(file, 10))
    throw new Error(`${file} holds scenario ${scenario.number}; its name must begin with its number.`)
  return scenario
}
