import type { Plugin } from 'graphql-yoga'
import { sha256 } from '../../domain/hash.ts'
import { isSignInPath, type SignInPages, signInPaths } from '../../domain/mcp-sign-in.ts'
import { isOwn } from '../origins.ts'
import type { NodeContext } from '../streams/event-streams.ts'

interface Options {
  readonly pages: SignInPages
  readonly report: (message: string, error?: unknown) => void
}

/** Where people sign in to MCP servers: the addresses are secrets, and who opens them needs no key (MCPAUTH-4). */
export function useSignInPages(options: Options): Plugin<Record<never, never>, NodeContext> {
  return {
    async onRequest({ request, url, endResponse }) {
      if (!isSignInPath(url.pathname)) return
      try {
        endResponse(await answer(request, url, options))
      } catch (error) {
        options.report('A page of a sign-in could not be served.', error)
        endResponse(page(500, 'Something went wrong. Open the address again.'))
      }
    },
  }
}

async function answer(request: Request, url: URL, { pages }: Options): Promise<Response> {
  const { pathname, searchParams } = url
  const begins = pathname.startsWith(signInPaths.begin)
  if (request.method === 'POST' && begins) return begin(request, url, pages)
  if (request.method !== 'GET')
    return page(405, 'This address is for a browser.', { allow: begins ? 'GET, POST' : 'GET' })
  if (pathname === signInPaths.document) {
    const document = pages.clientDocument()
    return document ? Response.json(document) : page(404, 'There is no such document.')
  }
  if (begins) return show(pathname.slice(signInPaths.begin.length), pages)
  const of = (name: string) => searchParams.get(name)
  if (!hasBegun(request, of('state') ?? '')) return page(400, elsewhere)
  const ended = await pages.finish({
    state: of('state'),
    code: of('code'),
    iss: of('iss'),
    error: of('error'),
  })
  if ('problem' in ended) return page(400, ended.problem)
  return page(200, `You are signed in to ${ended.server}. You can close this page.`)
}

/** Another person may have sent the address, whose calls would be made with the reader's account: the page names that person. */
async function show(ticket: string, pages: SignInPages): Promise<Response> {
  const subject = await pages.describe(ticket)
  if ('problem' in subject) return page(400, subject.problem)
  const { server, user } = subject
  const whose = user === null ? 'All runs' : `Runs that ${user} starts`
  const text = `Sign in to ${server}? ${whose} will use the account with which you sign in. Continue only if you asked for this.`
  return page(200, text, {}, '<form method="post"><button>Continue</button></form>')
}

/** Sends the browser to the authorization server, which sends it back: no other browser can end the sign-in. */
async function begin(request: Request, { pathname, host }: URL, pages: SignInPages): Promise<Response> {
  if (!isOfOwnForm(request.headers, host)) return page(403, 'Open the address again, and continue there.')
  const begun = await pages.begin(pathname.slice(signInPaths.begin.length))
  if ('problem' in begun) return page(400, begun.problem)
  const { searchParams } = new URL(begun.location)
  const isSecure = searchParams.get('redirect_uri')?.startsWith('https:') === true
  const cookie = `${cookieOf(searchParams.get('state') ?? '')}; Path=${signInPaths.callback}; Max-Age=600; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return new Response(null, {
    status: 303,
    headers: { ...unkept, location: begun.location, 'set-cookie': cookie },
  })
}

/** Whether the form of this page was sent, and not one of another site. */
function isOfOwnForm(headers: Headers, host: string): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  const origin = headers.get('origin')
  return origin === null || isOwn(origin, headers.get('host') ?? host)
}

function hasBegun(request: Request, state: string): boolean {
  const cookies = request.headers.get('cookie')?.split(';') ?? []
  return cookies.some((cookie) => cookie.trim() === cookieOf(state))
}

/** Of one sign-in: several may have begun in one browser. */
function cookieOf(state: string): string {
  const hash = sha256(state)
  return `rungraph-sign-in-${hash.slice(0, 16)}=${hash}`
}

const elsewhere =
  'This sign-in was not begun in this browser, or it is over. Open its address again where you found it.'

/** The address has a secret in it. That no other site learns it by a referrer is said with every answer (`answerHeaders`). */
const unkept = { 'cache-control': 'no-store' }

function page(
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
  form = '',
): Response {
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Rungraph</title>
<style>body{font:16px/1.5 system-ui,sans-serif;margin:20vh auto;max-width:32rem;padding:0 1rem;color-scheme:light dark}</style>
<p>${escaped(text)}</p>${form}</html>`
  return new Response(body, {
    status,
    headers: {
      ...unkept,
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    },
  })
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? '')
}
