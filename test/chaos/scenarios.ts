import { readdir } from 'node:fs/promises'
import type { Scenario } from './scenario.ts'

const folder = new URL('./scenarios/', import.meta.url)

/** The scenarios of the folder in the order of their numbers; `only` some of them, or all where it is empty. */
export async function loadScenarios(only: readonly number[]): Promise<readonly Scenario[]> {
  const files = (await readdir(folder)).filter((file) => /^\d+-[a-z0-9-]+\.ts$/.test(file))
  const all = await Promise.all(files.map(load))
  const missing = only.filter((number) => !all.some((scenario) => scenario.number === number))
  if (missing.length > 0) throw new Error(`There is no scenario ${missing.join(', ')}.`)
  return all
    .filter(({ number }) => only.length === 0 || only.includes(number))
    .toSorted((a, b) => a.number - b.number)
}

async function load(file: string): Promise<Scenario> {
  const { default: scenario }: { default: Scenario } = await import(new URL(file, folder).href)
  if (scenario.number !== Number.parseInt(file, 10))
    throw new Error(`${file} holds scenario ${scenario.number}; its name must begin with its number.`)
  return scenario
}
