/** Addresses that a request of a relic may reach: the base URL of its service, and the paths below it. */
export interface Allowed {
  readonly baseUrl: string
  /** Each with all paths below it; after the path of `baseUrl`. */
  readonly paths: readonly string[]
}

/** The address of a path below `baseUrl`, or why no request may go there (TAS-6). */
export function resolvePath(path: string, { baseUrl, paths }: Allowed): URL | { readonly fault: string } {
  if (!path.startsWith('/') || path.startsWith('//'))
    return { fault: 'must begin with one `/`: it is a path of the service, no address' }
  if (/[?#\\]/.test(path) || hasControls(path))
    return { fault: 'must hold no `?`, `#`, backslash and control character; `query` takes parameters' }
  // A URL is parsed without them, so a text that has them means another address.
  if (decoded(path)?.split('/').some(isDots)) return dots
  const base = new URL(baseUrl)
  const root = base.pathname.replace(/\/+$/, '')
  const url = URL.parse(`${base.origin}${root}${path}`)
  if (!url) return { fault: 'is no path of a URL' }
  return faultOf(url, { baseUrl, paths }) ?? url
}

/** Why no request may go to an address, as where a service redirects to; `null` where it may. */
export function faultOf(url: URL, { baseUrl, paths }: Allowed): { readonly fault: string } | null {
  const base = new URL(baseUrl)
  if (url.origin !== base.origin || url.username !== '' || url.password !== '')
    return { fault: `leads to ${url.origin}, and only ${base.origin} is allowed` }
  const plain = decoded(url.pathname)
  if (plain === null || plain.includes('\\') || plain.includes('//') || hasControls(plain))
    return { fault: 'is written in a way that servers read differently' }
  if (plain.split('/').some(isDots)) return dots
  const root = base.pathname.replace(/\/+$/, '')
  const isAllowed = paths.some(
    (allowed) => isBelow(url.pathname, root + allowed) && isBelow(plain, root + allowed),
  )
  return isAllowed ? null : { fault: `is not below an allowed path: ${paths.join(', ')}` }
}

const dots = { fault: 'must hold no `.` and `..` between slashes' }

/** Decoded as often as it can be: a server may do so once, or a proxy before it once more. `null` where it never ends, or cannot be. */
function decoded(path: string): string | null {
  let text = path
  for (let round = 0; round < 5; round++) {
    let next: string
    try {
      next = decodeURIComponent(text)
    } catch {
      return null
    }
    if (next === text) return text
    text = next
  }
  return null
}

/** Some servers drop the text after a semicolon. */
function isDots(segment: string): boolean {
  const [name = ''] = segment.split(';')
  return name === '.' || name === '..'
}

function isBelow(path: string, allowed: string): boolean {
  const root = allowed.replace(/\/+$/, '')
  return path === root || path.startsWith(`${root}/`)
}

function hasControls(text: string): boolean {
  return /\p{Cc}/u.test(text)
}
