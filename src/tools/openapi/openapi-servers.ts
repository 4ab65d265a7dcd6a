import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'

/**
 * The URL that the paths of operations are appended to: that of the first server in the list that can be called.
 * `documentUrl` is where the document was got from; a relative address is relative to it.
 * @throws Error where there is none
 */
export function serverUrl(servers: Json, documentUrl: string | null): string {
  const list = isJsonArray(servers) && servers.length > 0 ? servers : [{ url: '/' }]
  const read = list.map((server) => (isJsonObject(server) ? urlOf(server, documentUrl) : noServer))
  const usable = read.find((one) => 'url' in one)
  if (usable) return usable.url
  throw new Error(read.map(({ fault }) => fault)[0] ?? noServer.fault)
}

type Read = { readonly url: string; readonly fault?: never } | { readonly fault: string }

const noServer: Read = { fault: 'it does not say where its server is. Set "baseUrl"' }

function urlOf({ url, variables }: JsonObject, documentUrl: string | null): Read {
  if (typeof url !== 'string') return noServer
  const named = isJsonObject(variables) ? variables : {}
  const written = url.replace(/\{([^{}]+)\}/g, (placeholder, name: string) => {
    const variable = named[name]
    const value = isJsonObject(variable) ? variable.default : undefined
    return value === undefined || value === null ? placeholder : String(value)
  })
  const open = /\{[^{}]*\}/.exec(written)?.[0]
  if (open !== undefined) return { fault: `its server ${url} has no default for ${open}. Set "baseUrl"` }
  const full = URL.parse(written, documentUrl ?? undefined)
  if (!full || !/^https?:$/.test(full.protocol)) return noServer
  if (full.search !== '' || full.hash !== '')
    return { fault: `its server ${url} has a query or a fragment. Set "baseUrl"` }
  return { url: full.href }
}
