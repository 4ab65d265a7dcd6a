/** No longer text under a credential's name is looked at. */
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
export function looksLikeCredential(name: string, given: string): boolean {
  const text = given.trim()
  if (text.length < leastCredentialChars || text.length > maxCredentialChars) return false
  if (/cookie$/i.test(name)) return cookies.test(text)
  if (authorization.test(text)) return true
  if (harmless.test(text) || numeric.test(text) || code.test(text) || place.test(text)) return false
  if (/\s/.test(text)) return /pass\W?phrase$/i.test(name) && words.test(text)
  return true
}
