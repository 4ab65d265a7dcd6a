/** The API answered, and not with what was asked for. */
export class Refused extends Error {
  override readonly name = 'Refused'
  /** The stable code of the error table; `HTTP_503` and the like where there is none. */
  readonly code: string
  constructor(code: string, message: string) {
    super(`${code}: ${message}`)
    this.code = code
  }
}

interface GraphQLAnswer<Data> {
  readonly data?: Data | null
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[]
}

/** A request that takes longer hangs. How soon a busy machine answers under a flood is a figure, not a promise. */
const patienceMs = 60_000

/** The data of a GraphQL answer. @throws Refused where there are errors; whatever `fetch` throws where nobody answers */
export async function ask<Data>(
  url: string,
  query: string,
  variables: object = {},
  apiKey: string | null = null,
): Promise<Data> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...authorized(apiKey) },
    body: JSON.stringify({ query, variables }),
    signal: AbortSignal.timeout(patienceMs),
  })
  const body = await response.text()
  const answer = parse<Data>(body)
  const [error] = answer?.errors ?? []
  if (error) throw new Refused(error.extensions?.code ?? `HTTP_${response.status}`, error.message)
  if (!answer?.data) throw new Refused(`HTTP_${response.status}`, body)
  return answer.data
}

/** The header that says who calls; none without a key. */
export function authorized(apiKey: string | null): { readonly authorization?: string } {
  return apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }
}

/** The object that a mutation gave; its errors are members of its result's union. @throws Refused */
export function resultOf<Result extends object>(
  result: Result | { readonly code: string; readonly message: string },
): Result {
  if ('code' in result && 'message' in result) throw new Refused(String(result.code), String(result.message))
  return result as Result // what has no code is no error
}

function parse<Data>(body: string): GraphQLAnswer<Data> | null {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
