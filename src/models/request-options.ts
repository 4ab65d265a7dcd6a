import {
  type ModelRequest,
  type ReasoningEffort,
  type RequestOption,
  reasoningEffort,
  requestOptions,
} from '../domain/model.ts'

/**
 * The effort that a model takes in place of the requested one: the least that is not below it, else the greatest. `null` where the model
 * has no such option.
 *
 * @param offered the efforts that the model takes, from least to most
 */
export function nearestEffort(
  asked: ReasoningEffort,
  offered: readonly ReasoningEffort[],
): ReasoningEffort | null {
  const least = reasoningEffort.options.indexOf(asked)
  return offered.find((effort) => reasoningEffort.options.indexOf(effort) >= least) ?? offered.at(-1) ?? null
}

/** The options that a request asks for and that do not go to its model. */
export function unsupportedOptionsOf(
  request: ModelRequest,
  isSent: Readonly<Record<RequestOption, boolean>>,
): readonly RequestOption[] {
  return requestOptions.filter((option) => request[option] !== null && !isSent[option])
}
