/** A name with one of these endings is a credential's, with any prefix: `DB_PASSWORD`, `openaiApiKey`. */
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

/** Headers of HTTP messages. The text after them is a credential to the end of its line. */
const headers = ['authorization', 'proxy authorization', 'cookie', 'set cookie']

/** Names that are a credential's as a whole only. `token` and `key` are not: pages and maps have them. */
const wholes = [...headers, 'id token', 'credential', 'credentials']

/** Any of these names, with these characters between any two words: `api_key`, `api-key`, `apiKey` and `APIKEY` are one name. */
function anyOf(names: readonly string[], between = '-_. '): string {
  return names.map((name) => name.replaceAll(' ', `[${between}]{0,2}`)).join('|')
}

const credentialName = new RegExp(`(?:${anyOf(endings)}|^(?:${anyOf(wholes)}))$`, 'i')

const header = new RegExp(`^(?:${anyOf(headers)})$`, 'i')

const anyName = new RegExp(anyOf([...endings, ...wholes]), 'i')

/** One of these is in every credential's name, as the source of a pattern. They are searched first: the longer pattern takes many times as long. */
export const nameWords = 'pass|secret|key|token|authorization|cookie|credential'

/** Whether a text with one of `nameWords` may hold a credential's name. */
export function mayHoldName(text: string): boolean {
  return anyName.test(text)
}

/** Longer names are not checked. */
export const maxNameChars = 256

/** Whether the value under a name is a credential. */
export function isCredentialName(name: string): boolean {
  return name.length <= maxNameChars && credentialName.test(name)
}

/** Whether the text after `name:` is a credential to the end of its line. */
export function isCredentialHeader(name: string): boolean {
  return header.test(name)
}

/** A credential's name at the end of a text, quoted or not; an escape before it is no part of it. */
const nameAtEnd = new RegExp(
  `(${anyOf(endings, '-_.')}|(?:(?<![A-Za-z0-9_.-])|(?<=\\\\[bfnrtu]))(?:${anyOf(wholes, '-_.')}))[ \\t"'\`\\]\\\\]{0,16}$`,
  'i',
)

/** Number of characters at the end of a text that are needed to find the name. */
export const maxNameAtEndChars = 64

/** The credential's name that a text ends with; `null` where it ends otherwise. */
export function credentialNameAtEnd(text: string): string | null {
  return nameAtEnd.exec(text)?.[1] ?? null
}

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
const location = /^(?:~|\.{1,2}|[A-Za-z]:)?[/\\][^+=]*$|^[a-z][a-z0-9+.-]*:\/\//i

const numeric = /^[+-]?[\d\s.,:/_-]+$/

const cookies = /^[\w!#$%&'*+.^`|~-]+=[^\s;,]{3,}(?:;\s*[^;]*)*;?$/

const authorization = /^(?:bearer|basic|digest|token|apikey|negotiate|aws4-hmac-sha256|signature)\s+\S/i

const words = /^[a-z]+(?:[ -][a-z0-9]+){2,11}$/i

/**
 * Whether the value under a credential's name is a credential, rather than a word about one, prose, a number, or code that gets it. A value
 * under `cookie` must have the form of a cookie.
 */
export function looksLikeCredential(name: string, value: string): boolean {
  const text = value.trim()
  if (text.length < leastCredentialChars || text.length > maxCredentialChars) return false
  if (/cookie$/i.test(name)) return cookies.test(text)
  if (authorization.test(text)) return true
  if (harmless.test(text) || numeric.test(text) || code.test(text) || location.test(text)) return false
  if (/\s/.test(text)) return /pass\W?phrase$/i.test(name) && words.test(text)
  return true
}
