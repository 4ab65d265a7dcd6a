import type { SignInAnswer } from '../../src/domain/mcp-sign-in.ts'

/**
 * What a person does in a browser to sign in to an MCP server: continues on the page of Rungraph, and allows it to an account on that of the
 * example's authorization server; `null`: does not allow it. Gives the text of the last page.
 */
export async function signInByPages(address: string, account: string | null): Promise<string> {
  const shown = await fetch(address)
  if (!shown.ok) return shown.text()
  const begun = await send(address, {})
  const cookie = begun.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const form = account === null ? { decision: 'deny' } : { decision: 'allow', account }
  const decided = await send(locationOf(begun), form)
  return (await fetch(locationOf(decided), { headers: { cookie } })).text()
}

/**
 * The answer with which an authorization server that asks nobody sends a browser back from `location`. `change` may change the address before
 * it is read.
 */
export async function answerFrom(
  location: string,
  change: (back: URL) => void = () => undefined,
): Promise<SignInAnswer> {
  const asked = await fetch(location, { redirect: 'manual' })
  const back = new URL(locationOf(asked) || 'http://nowhere/')
  change(back)
  const of = (name: string) => back.searchParams.get(name)
  return { state: of('state'), code: of('code'), iss: of('iss'), error: of('error') }
}

function send(address: string, form: Readonly<Record<string, string>>): Promise<Response> {
  return fetch(address, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
}

function locationOf(response: Response): string {
  return response.headers.get('location') ?? ''
}
