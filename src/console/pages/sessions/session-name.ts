/** Name of a session for people: its key, or the sender and the channel where the origin of a message gave the key. */
export function nameOfSession(key: string): string {
  const parts = readOrigin(key)
  return parts === null ? key : parts.join(' · ')
}

const prefix = 'origin:'

/** The channel, account, guild and peer of a key such as `origin:["slack",null,null,"ann"]`, without those that are not given. */
function readOrigin(key: string): readonly string[] | null {
  if (!key.startsWith(prefix)) return null
  try {
    const parts: unknown = JSON.parse(key.slice(prefix.length))
    const given = Array.isArray(parts) ? parts.filter((part) => typeof part === 'string' && part !== '') : []
    return given.length > 0 ? given : null
  } catch {
    return null
  }
}
