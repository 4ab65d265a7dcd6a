/** Entries of the list of scenarios that concern features which do not exist yet. */
export interface NotApplicable {
  readonly number: number
  readonly title: string
  readonly why: string
}

const all: readonly NotApplicable[] = [
  {
    number: 32,
    title: 'of it the part with two versions side by side',
    why: 'no version was released yet, and a column of runs has another name than in the state before; the rest of 32 is played',
  },
]

/** Those of these numbers; of all where it is empty. */
export function notApplicableOf(only: readonly number[]): readonly NotApplicable[] {
  return all.filter(({ number }) => only.length === 0 || only.includes(number))
}
