import { createHash } from 'node:crypto'

/** A whole number from 0 to below `below` that a text always gives. */
export function numberOf(text: string, below: number): number {
  return createHash('sha256').update(text).digest().readUInt32BE() % below
}
