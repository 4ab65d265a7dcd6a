import { builder } from './builder.ts'

/** An enum whose every value says what it means. */
export function describedEnum<const Values extends Readonly<Record<string, string>>>(
  name: string,
  description: string,
  values: Values,
) {
  const entries = Object.entries(values).map(([value, meaning]) => [value, { description: meaning }] as const)
  // Object.fromEntries forgets which keys it was given; they are those of `values`.
  const described = Object.fromEntries(entries) as Described<Values>
  return builder.enumType<string, Described<Values>>(name, { description, values: described })
}

type Described<Values> = { readonly [Value in keyof Values]: { readonly description: string } }
