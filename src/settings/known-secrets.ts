import type { Config } from './config.ts'

/** A variable of such a name holds secrets. */
const secretName = /(?:KEYS?|TOKEN|SECRET|PASSWORD|PASSPHRASE|CREDENTIALS)$/i
/** Words that describe a setting. */
const harmless = /^(?:enabled|disabled|optional|required|default|undefined|development|production)$/i
/** Absolute, or below here or home; base64 may begin with a slash too, and then has other letters as well. */
const path = /^(?:~|\.{1,2}|[A-Za-z]:)?[/\\][^+=]*$/
const leastChars = 8

type KnownTo = Pick<Config, 'database' | 'redisUrl' | 'providers'> & Partial<Pick<Config, 'tracing'>>

/**
 * The secrets that a server knows by its environment and settings (TAS-7): values of variables whose names end in KEY, TOKEN, SECRET and
 * the like, and those of relics, each of a comma-separated list too; the passwords in the URLs of its database and of Redis; and the
 * headers that traces are sent with. A value shorter than 8 characters, a path or a plain word such as `disabled` is no secret.
 */
export function knownSecrets(
  env: Readonly<Record<string, string | undefined>>,
  { database, redisUrl, providers, tracing = null }: KnownTo,
): readonly string[] {
  const named = Object.entries(env).flatMap(([name, value]) =>
    value && (secretName.test(name) || name.startsWith('RELIC_')) ? [value] : [],
  )
  const relicUrls = Object.entries(env).flatMap(([name, value]) =>
    value && name.startsWith('RELIC_') ? [value] : [],
  )
  const keys = Object.values(providers).flatMap((access) =>
    access && 'apiKeys' in access ? access.apiKeys : [],
  )
  const urls = [
    ...[env.DATABASE_URL, env.DATABASE_DIRECT_URL, env.REDIS_URL, redisUrl],
    ...('url' in database ? [database.url, database.directUrl] : []),
  ]
  // `Bearer <token>`, and the token alone.
  const headers = Object.values(tracing?.headers ?? {}).flatMap((value) => [value, ...value.split(' ')])
  const found = [
    ...named.flatMap(listed),
    ...keys,
    ...headers,
    ...[...urls, ...relicUrls].flatMap((url) => passwordsOf(url ?? '')),
  ]
  return [...new Set(found.map((value) => value.trim()))].filter(isSecret)
}

function isSecret(value: string): boolean {
  return value.length >= leastChars && !harmless.test(value) && !path.test(value)
}

function listed(value: string): readonly string[] {
  return [value, ...value.split(',')]
}

/** As it is written in the URL, and as it is. */
function passwordsOf(url: string): readonly string[] {
  if (!URL.canParse(url)) return []
  const { password } = new URL(url)
  try {
    return [password, decodeURIComponent(password)]
  } catch {
    return [password]
  }
}
