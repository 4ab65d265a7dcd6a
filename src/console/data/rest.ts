import { currentKey } from './key.ts'

/**
 * Reads from the REST API, which gives each object whole and as the OpenAPI document describes it; `path` is below `/api/`.
 * @throws Error in the words of the server
 */
export async function readRest(path: string): Promise<unknown> {
  return JSON.parse(await readText(path))
}

/** All objects of a list, page by page. @throws Error in the words of the server */
export async function readRestList(path: string): Promise<readonly unknown[]> {
  const all: unknown[] = []
  let after: string | null = null
  do {
    const page: RestPage = JSON.parse(await readText(`${path}?first=100${cursorOf(after)}`))
    all.push(...page.items)
    after = page.nextCursor
  } while (after !== null)
  return all
}

/** The first object of a list behind a cursor, or of all. @throws Error in the words of the server */
export async function readRestNext(path: string, after: string | null): Promise<unknown> {
  const page: RestPage = JSON.parse(await readText(`${path}?first=1${cursorOf(after)}`))
  return page.items[0]
}

interface RestPage {
  readonly items: readonly unknown[]
  readonly nextCursor: string | null
}

function cursorOf(after: string | null): string {
  return after === null ? '' : `&after=${encodeURIComponent(after)}`
}

async function readText(path: string): Promise<string> {
  const key = currentKey()
  const headers = { accept: 'application/json', ...(key !== '' && { authorization: `Bearer ${key}` }) }
  const response = await fetch(new URL(`api/${path}`, document.baseURI), { headers })
  const text = await response.text()
  if (response.ok) return text
  const { error }: { readonly error?: { readonly message?: string } } = JSON.parse(text)
  throw new Error(error?.message ?? `The server answered with ${response.status}.`)
}
