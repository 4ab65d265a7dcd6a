import { useState } from 'react'

/** The refusal of what a form has sent, as `useAction` tells it. */
interface Refusal {
  readonly problem: string | null
  readonly path: readonly string[] | null
}

/** The values of a form, and what a field of it takes: `<TextField label="Name" {...field('name')} />`. */
export function useForm<Values extends object>(initial: Values | (() => Values), refusal?: Refusal) {
  const [values, setValues] = useState(initial)
  const put = (changes: Partial<Values>) => setValues((now) => ({ ...now, ...changes }))
  const field = <Name extends keyof Values & string>(name: Name) => ({
    value: values[name],
    onChange: (value: Values[Name]) => setValues((now) => ({ ...now, [name]: value })),
    problem: refusal?.path?.at(-1) === name ? refusal.problem : null,
  })
  /** What was refused, where no field of the form shows it. */
  const problem = refusal && !((refusal.path?.at(-1) ?? '') in values) ? refusal.problem : null
  return { values, put, field, problem }
}

/** The texts between the commas of one. */
export function toTags(text: string): string[] {
  return text
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)
}
