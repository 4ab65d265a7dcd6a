export interface PostOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | null
}

/** Posts a value as JSON, as clients of GraphQL over HTTP do. */
export function postJson(
  url: string | URL,
  body: object,
  { headers, signal = null }: PostOptions = {},
): Promise<Response> {
  const all = { 'content-type': 'application/json', ...headers }
  return fetch(url, { method: 'POST', headers: all, body: JSON.stringify(body), signal })
}
