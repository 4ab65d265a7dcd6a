/** How one action ended, as the planner reads it. */
export interface ToldResult {
  readonly name: string
  readonly status: string
  /** What it gave as it stands in a context, or why it gave nothing. */
  readonly text: string
}

/** The results of a plan, in plan order, for the planner's next turn. */
export function resultsWords(results: readonly ToldResult[], contextKeys: readonly string[]): string {
  return [
    'Results of the plan:',
    ...results.map(({ name, status, text }) => `- ${name} ${status}${text === '' ? '' : `: ${text}`}`),
    ...(contextKeys.length > 0 ? [`Keys of the context: ${contextKeys.join(', ')}.`] : []),
  ].join('\n')
}
