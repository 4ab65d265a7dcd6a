/** An object by its id (a UUID) or, where it has one, by its slug. */
export type ObjectKey = { readonly id: string } | { readonly slug: string }

/** A call about an object of a project by its id: `InProject<'runId'>`. */
export type InProject<Id extends string = never> = Readonly<Record<'projectId' | Id, string>>
