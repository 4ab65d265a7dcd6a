/** An object by its id (a UUID) or, where it has one, by its slug. */
export type ObjectKey = { readonly id: string } | { readonly slug: string }
