/** Reads the headers about retries that the SDKs of OpenAI and Anthropic know. */
export function shouldRetry(headers: Headers | undefined): boolean | undefined {
  const word = headers?.get('x-should-retry')
  return word === 'true' ? true : word === 'false' ? false : undefined
}

/**
 * The wait asked for, in milliseconds: `retry-after-ms`, unless it is 0 as Azure has it; else `retry-after` in
 * seconds or as a date.
 */
export function retryAfterMsOf(headers: Headers | undefined): number | undefined {
  const exact = Number(headers?.get('retry-after-ms'))
  if (exact > 0) return exact
  const text = headers?.get('retry-after') ?? ''
  const seconds = Number(text)
  const wait = Number.isNaN(seconds) ? Date.parse(text) - Date.now() : seconds * 1000
  return wait > 0 ? Math.round(wait) : undefined
}
