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
const whole = new RegExp(`^(?:${wholes.map(spelled).join('|')})$`, 'i')
const header = new RegExp(`^(?:${wholes.slice(0, 4).map(spelled).join('|')})$`, 'i')

/** No longer name is looked at. */
export const maxNameChars = 256

/** Whether what stands under a name is a credential. */
export function isCredentialName(name: string): boolean {
  return name.length <= maxNameChars && (ending.test(name) || whole.test(name))
}

/** Whether what stands after `name:` is a credential to the end of its line. */
export function isCredentialHeader(name: string): boolean {
  return header.test(name)
}

function spelled(name: string): string {
  return name.replaceAll(' ', gap)
}

/** One of these stands in every credential's name. They are looked for first: that takes a hundredth of the time. */
export const credentialWordSource = 'pass|secret|key|token|authorization|cookie|credential'
