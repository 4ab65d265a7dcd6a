import { type ModelRequest, type RequestOption, requestOptions } from '../domain/model.ts'

/** The options that a request asks for and that do not go to its model. */
export function unsupportedOptionsOf(
  request: ModelRequest,
  isSent: Readonly<Record<RequestOption, boolean>>,
): readonly RequestOption[] {
  return requestOptions.filter((option) => request[option] !== null && !isSent[option])
}
