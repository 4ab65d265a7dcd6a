/** Maximum number of problems that one answer lists. A caller who fixes them then receives the others. */
const maxProblems = 50
/** In characters: a fault may quote the faulty value. */
const maxChars = 500

/** Text of many problems: the first of them, each cut to a sentence's length, and how many more there are. */
export function someProblems(problems: readonly string[]): readonly string[] {
  const cut = problems.slice(0, maxProblems).map(cutProblem)
  const more = problems.length - cut.length
  return more > 0 ? [...cut, moreProblems(more)] : cut
}

/** The same of faults that have a place. */
export function somePathProblems(
  problems: readonly { readonly path: string; readonly problem: string }[],
): readonly { readonly path: string; readonly problem: string }[] {
  const cut = problems
    .slice(0, maxProblems)
    .map(({ path, problem }) => ({ path: cutProblem(path), problem: cutProblem(problem) }))
  const more = problems.length - cut.length
  return more > 0 ? [...cut, { path: '', problem: moreProblems(more) }] : cut
}

function moreProblems(count: number): string {
  return `and ${count} more`
}

function cutProblem(problem: string): string {
  return problem.length > maxChars ? `${problem.slice(0, maxChars).toWellFormed()}…` : problem
}
