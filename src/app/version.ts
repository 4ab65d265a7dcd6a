import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { z } from 'zod'

const packageFile = z.object({ version: z.string() })

/** The version of Rungraph, as its package says; `unknown` where the program was taken out of its package. */
export function readVersion(): string {
  const path = findPackageJSON(import.meta.url)
  return path === undefined ? 'unknown' : packageFile.parse(JSON.parse(readFileSync(path, 'utf8'))).version
}
