import type { Json } from './json.ts'

/** Labels by which callers find a run: tags, and data under keys. Neither is shown to a model. */
export interface RunLabels {
  /** Each once, in the order of their characters. */
  readonly tags: readonly string[]
  readonly metadata: Metadata
}

/** A flat object: filters compare whole values. */
export type Metadata = Readonly<Record<string, string | number | boolean>>

/** Tags and metadata as callers give them; absent fields are empty. */
export interface GivenLabels {
  readonly tags?: readonly string[] | undefined
  readonly metadata?: Json | undefined
}

export const labelBounds = {
  maxTags: 20,
  maxTagLength: 100,
  maxMetadataEntries: 50,
  maxMetadataKeyLength: 100,
  maxMetadataValueLength: 500,
} as const

export const noLabels: RunLabels = { tags: [], metadata: {} }

/** Tags in the form in which they are stored: trimmed, each once, in the order of their characters. */
export function normalizeTags(tags: readonly string[]): readonly string[] {
  return [...new Set(tags.map((tag) => tag.trim()))].toSorted()
}
