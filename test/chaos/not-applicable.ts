/** Scenarios of the list that concern what is not there yet, each with the reason. */
export const notApplicable: readonly {
  readonly number: number
  readonly title: string
  readonly why: string
}[] = [
  {
    number: 32,
    title: 'two versions work side by side',
    why: 'no version was released yet, and a column of runs has another name than in the state before; scenario 32 replaces all processes by others of the same version',
  },
  {
    number: 43,
    title: 'one tenant reaches for what is another one’s',
    why: 'there is one project, and no API key that could belong to another; nor one that could be revoked (44)',
  },
]
