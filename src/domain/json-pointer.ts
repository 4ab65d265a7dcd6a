import { isJsonObject, type Json, type JsonObject } from './json.ts'

/** The part of a document that a reference within it names: `#/$defs/order` (RFC 6901). `undefined`: none. */
export function resolved(root: JsonObject, reference: string): Json | undefined {
  if (reference === '#') return root
  if (!reference.startsWith('#/')) return undefined
  const names = reference.slice(2).split('/')
  return names.reduce<Json | undefined>((found, name) => {
    const key = name.replaceAll('~1', '/').replaceAll('~0', '~')
    return isJsonObject(found) ? found[key] : undefined
  }, root)
}
