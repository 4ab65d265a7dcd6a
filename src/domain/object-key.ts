import { invalid, RungraphError } from './errors.ts'

/** An object by its id (a UUID) or, where it has one, by its slug. */
export type ObjectKey = { readonly id: string } | { readonly slug: string }

/** The id or the slug, and the column that holds it. */
export function partsOfKey(key: ObjectKey): { readonly column: 'id' | 'slug'; readonly value: string } {
  return 'id' in key ? { column: 'id', value: key.id } : { column: 'slug', value: key.slug }
}

/** The error for an object that the project does not have. */
export function notFound(kind: string, key: ObjectKey): RungraphError {
  return new RungraphError('NOT_FOUND', { kind, key: partsOfKey(key).value })
}

/** A call about an object of a project by its id: `InProject<'runId'>`. */
export type InProject<Id extends string = never> = Readonly<Record<'projectId' | Id, string>>

export const slugPattern = /^[a-z0-9](?:[a-z0-9-]{0,98}[a-z0-9])?$/

/** What a slug must have, in words. */
export const slugForm = '1 to 100 lower-case letters and digits, with hyphens only between them'

/** @throws INVALID_INPUT */
export function checkSlug(slug: string): void {
  if (!slugPattern.test(slug)) throw invalidSlug(slug)
}

/** A longer text was hardly meant as a slug, such as an id: no slug is made of it. */
const mostMeant = 40

function invalidSlug(slug: string): RungraphError {
  const words = slug.length <= mostMeant ? slug.toLowerCase().match(/[a-z0-9]+/g) : null
  const example = (words ?? ['my', 'agent']).join('-')
  return invalid('slug', `is ${JSON.stringify(slug.slice(0, 100))}; it must have ${slugForm}: "${example}".`)
}
