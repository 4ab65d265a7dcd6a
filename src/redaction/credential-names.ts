/** A name that ends so is a credential's, whatever stands before: `DB_PASSWORD`, `openaiApiKey`. */
const endings = [
  'password',
  'passwd',
  'passphrase',
  'secret',
  'api key',
  'private key',
  'secret key',
  'secret access key',
  'signing key',
  'encryption key',
  'access token',
  'refresh token',
  'auth token',
  'session token',
  'bearer token',
]

/** Names that are a credential's as a whole only. `token` and `key` are not: pages and maps have them. */
const wholes = [
  'authorization',
  'proxy authorization',
  'cookie',
  'set cookie',
  'id token',
  'credential',
  'credentials',
]

/** Between any two words: `api_key`, `api-key`, `apiKey` and `APIKEY` are one name. */
const gap = '[-_. ]{0,2}'

/** What a credential's name holds, as the source of a pattern without regard to case. */
export const credentialNameSource = [...endings, ...wholes].map(spelled).join('|')

const ending = new RegExp(`(?:${endings.map(spelled).join('|')})$`, 'i')

const wholeName = new RegExp(`^(?:${wholes.map(spelled).join('|')})$`, 'i')

const header = new RegExp(`^(?:${wholes.slice(0, 4).map(spelled).join('|')})$`, 'i')

/** Longer names are not checked. */
export const maxNameChars = 256

/** Whether what stands under a name is a credential. */
export function isCredentialName(name: string): boolean {
  return name.length <= maxNameChars && (ending.test(name) || wholeName.test(name))
}

/** Whether what stands after `name:` is a credential to the end of its line. */
export function isCredentialHeader(name: string): boolean {
  return header.test(name)
}

function spelled(name: string): string {
  return name.replaceAll(' ', gap)
}

/** One of these stands in every credential's name. They are searched first, which takes a hundredth of the time. */
export const credentialWordSource = 'pass|secret|key|token|authorization|cookie|credential'

/** Longer texts under a credential's name are not checked. */
export const maxCredentialChars = 8_192

const leastCredentialChars = 4

/** Words that say that there is no value, of what type it is, or how credentials are sent. */
const harmless =
  /^(?:null|undefined|none|true|false|yes|no|string|number|boolean|object|text|password|secret|hidden|required|optional|missing|include|omit|same-origin)$/i

/** `getKey()`, `process.env.KEY`, `$KEY`, `${KEY}`, `{{ key }}`, `<your key>`, `%KEY%`, `***`. */
const code =
  /^(?:[\w$.]+\(.*\);?|(?:process|os|import\.meta)\.\w[\w.[\]'"]*|\$\w+|\$?\{.*\}|<.*>|%\w+%|[*.x•]+)$/is

/** Absolute, below here or home, or a place on the web: where a credential is kept. */
const place = /^(?:~|\.{1,2}|[A-Za-z]:)?[/\\][^+=]*$|^[a-z][a-z0-9+.-]*:\/\//i

const numeric = /^[+-]?[\d\s.,:/_-]+$/

const cookies = /^[\w!#$%&'*+.^`|~-]+=[^\s;,]{3,}(?:;\s*[^;]*)*;?$/

const authorization = /^(?:bearer|basic|digest|token|apikey|negotiate|aws4-hmac-sha256|signature)\s+\S/i

const words = /^[a-z]+(?:[ -][a-z0-9]+){2,11}$/i

/**
 * Whether what stands under a credential's name is one, rather than a word about one, prose, a number, or code that gets it. What is
 * under `cookie` must be of a cookie's form.
 */
export function looksLikeCredential(name: string, value: string): boolean {
  const text = value.trim()
  if (text.length < leastCredentialChars || text.length > maxCredentialChars) return false
  if (/cookie$/i.test(name)) return cookies.test(text)
  if (authorization.test(text)) return true
  if (harmless.test(text) || numeric.test(text) || code.test(text) || place.test(text)) return false
  if (/\s/.test(text)) return /pass\W?phrase$/i.test(name) && words.test(text)
  return true
}

/** The names of one object, and how often each was asked for. */
export type NamesInUse = Map<string, number>

/** A name that is not among those in use yet, which it joins: two secrets must not become one name. */
export function uniqueName(name: string, inUse: NamesInUse): string {
  // No lower number is free: a search from the first takes quadratic time where many names are alike.
  let count = inUse.get(name) ?? 0
  let unique: string
  do {
    count += 1
    unique = count === 1 ? name : `${name} (${count})`
  } while (inUse.has(unique))
  inUse.set(unique, 1)
  inUse.set(name, count)
  return unique
}
