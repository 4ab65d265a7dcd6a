import { registerHooks } from 'node:module'
import { extname } from 'node:path'
import { clientEntries, serverEntries } from './entry-points.ts'

let isProvided = false

/**
 * Gives `rungraph` to the modules that this process imports from now on, wherever they are: they get the modules of the running program,
 * not a copy that is installed beside them. So a class that they import is the class that the engine knows.
 */
export function provideOwnPackage(): void {
  if (isProvided) return
  isProvided = true
  registerHooks({
    resolve: (specifier, context, next) =>
      /^rungraph($|\/)/.test(specifier)
        ? next(addressOf(specifier), { ...context, parentURL: import.meta.url })
        : next(specifier, context),
  })
}

/** A module of a package reaches the package by its name. The program that runs from its source has no other entry points than that. */
function addressOf(specifier: string): string {
  if (extname(import.meta.url) !== '.ts') return specifier
  const name = specifier.slice('rungraph/'.length) || 'index'
  const source = { ...serverEntries, ...clientEntries }[name]
  return source === undefined ? specifier : new URL(`../../${source}`, import.meta.url).href
}
