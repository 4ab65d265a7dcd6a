import { dirname, relative } from 'node:path/posix'
import { isJsonObject, type Json, type JsonObject, pointerKey } from '../../domain/json.ts'
import { hasJsonSchemas } from './openapi-document.ts'

/** A value of a description, and the URI that references are relative to where it stands; a `$id` of its own comes on top (`baseOf`). */
export interface Located<Value extends Json | undefined = Json | undefined> {
  readonly value: Value
  readonly base: string
}

/** An object, and those that its `$ref` leads to: a field is taken from the first that has it. */
export type Layers = readonly Located<JsonObject>[]

export function fieldOf(layers: Layers, name: string): Located {
  const holder = layers.find(({ value }) => Object.hasOwn(value, name))
  return { value: holder?.value[name], base: holder?.base ?? '' }
}

/** A document by its URI without fragment, as it is parsed, and the URI that it was got from. @throws Error where it cannot be had */
export type Retrieve = (uri: string) => Promise<{ readonly content: Json; readonly uri: string }>

interface Source {
  readonly root: Json
  readonly base: string
  /** Where its schemas say `$id` and `$anchor`; read when a reference needs them. */
  marks: readonly Mark[] | null
}

interface Mark {
  /** URI of the schema, or of the anchor in it. */
  readonly uri: string
  readonly target: Located<JsonObject>
}

/**
 * The documents of one OpenAPI description: references between them are followed as RFC 3986 and RFC 6901 have it, and a document is got
 * when the first reference leads to it. We do not use @apidevtools/json-schema-ref-parser: it overflows the stack on a chain of 3,000
 * references, leaves `$anchor` and `$self` as they are, reads references in examples too, and a file that is missing fails the whole.
 */
export class References {
  /** Whether keywords beside a `$ref` of a schema count. */
  readonly hasSiblings: boolean
  readonly entry: Located<JsonObject>
  readonly #retrieve: Retrieve
  readonly #sources = new Map<string, Source>()
  /** Failures too: each document is asked for once. */
  readonly #asked = new Map<string, Promise<Source>>()

  /** `uri` is where the entry was got from. */
  constructor(entry: JsonObject, uri: string, retrieve: Retrieve) {
    this.hasSiblings = hasJsonSchemas(entry)
    this.#retrieve = retrieve
    const source = this.#add(entry, withoutFragment(uri))
    this.entry = { value: entry, base: source.base }
  }

  /** The URI that a reference means, in one spelling. @throws Error where it is none */
  target(ref: string, base: string): string {
    const url = URL.parse(ref, base)
    if (!url) throw new Error(`its reference ${ref} is not a URI`)
    return url.href
  }

  /** A value, or what its `$ref` leads to; a description beside the reference replaces that of the target. @throws Error */
  async resolve(at: Located): Promise<Located> {
    const layers = await this.#chain(at, new Set())
    const last = layers.at(-1) ?? at
    const told = layers.find(({ value }) => isJsonObject(value) && typeof value.description === 'string')
    if (!told || told === last || !isJsonObject(told.value) || !isJsonObject(last.value)) return last
    return { value: { ...last.value, description: told.value.description ?? null }, base: last.base }
  }

  /** An object whose fields may stand beside its `$ref`. @throws Error where there is none */
  async layers(at: Located): Promise<Layers> {
    const chain = await this.#chain(at, new Set())
    return chain.map(({ value, base }) => {
      if (!isJsonObject(value)) throw new Error('it is no object')
      return { value, base }
    })
  }

  /** What a reference leads to. @throws Error where there is nothing */
  follow(ref: string, base: string): Promise<Located> {
    return this.#follow(ref, base, new Set())
  }

  async #chain(at: Located, seen: Set<string>): Promise<readonly Located[]> {
    const chain = [at]
    for (let last = at; isJsonObject(last.value) && typeof last.value.$ref === 'string'; ) {
      last = await this.#follow(last.value.$ref, this.baseOf(last), seen)
      chain.push(last)
    }
    return chain
  }

  async #follow(ref: string, base: string, seen: Set<string>): Promise<Located> {
    const uri = this.target(ref, base)
    if (seen.has(uri)) throw new Error(`the reference ${ref} comes back to itself`)
    seen.add(uri)
    const fragment = URL.parse(uri)?.hash.slice(1) ?? ''
    const document = await this.#document(withoutFragment(uri))
    if (fragment !== '' && !fragment.startsWith('/')) return this.#anchor(uri, ref)
    return this.#walk(document, fragment, { ref, seen })
  }

  /** A part that is itself elsewhere is gone on with there. */
  async #walk(
    from: Located,
    pointer: string,
    { ref, seen }: { readonly ref: string; readonly seen: Set<string> },
  ): Promise<Located> {
    let at = from
    for (const token of pointer.split('/').slice(1)) {
      let next = childOf(at, token)
      if (next === undefined && isJsonObject(at.value) && typeof at.value.$ref === 'string') {
        at = (await this.#chain(at, new Set(seen))).at(-1) ?? at
        next = childOf(at, token)
      }
      if (next === undefined) throw new Error(`its reference ${ref} leads to nothing`)
      at = { value: next, base: this.baseOf(at) }
    }
    return at
  }

  /** The URI that the references of a schema are relative to: its `$id`, where it has one. */
  baseOf({ value, base }: Located): string {
    if (!this.hasSiblings || !isJsonObject(value) || typeof value.$id !== 'string') return base
    return URL.parse(value.$id, base)?.href ?? base
  }

  async #document(uri: string): Promise<Located> {
    const known = this.#sources.get(uri)
    if (known) return { value: known.root, base: known.base }
    const marked = this.#marked(uri)
    if (marked) return marked
    const asked = this.#asked.get(uri) ?? this.#get(uri)
    this.#asked.set(uri, asked)
    const got = await asked
    return { value: got.root, base: got.base }
  }

  /** A document may say another URI than the one it was got from (`$self`): its neighbours are where it was got from, or at that URI. */
  async #get(uri: string): Promise<Source> {
    const nearby = [...this.#sources]
      .flatMap(([place, source]) => (place === source.base ? [] : (moved(uri, source.base, place) ?? [])))
      .find((place) => place !== uri)
    const known = nearby === undefined ? undefined : this.#sources.get(nearby)
    if (known) return known
    const got = await this.#retrieve(nearby ?? uri).catch((error: unknown) => {
      if (nearby === undefined) throw error
      return this.#retrieve(uri)
    })
    const source = this.#add(got.content, withoutFragment(got.uri))
    this.#sources.set(uri, source)
    return source
  }

  #add(root: Json, uri: string): Source {
    const self = isJsonObject(root) && typeof root.$self === 'string' ? root.$self : null
    const said = self === null ? null : URL.parse(self, uri)
    const own = said ? withoutFragment(said.href) : uri
    const source: Source = { root, base: own, marks: null }
    const named = withoutFragment(this.baseOf({ value: root, base: own }))
    for (const name of [uri, own, named]) this.#sources.set(name, source)
    return source
  }

  #marked(uri: string): Located | null {
    for (const source of new Set(this.#sources.values())) {
      source.marks ??= this.hasSiblings ? this.#marksOf(source) : []
      const mark = source.marks.find((one) => one.uri === uri)
      if (mark) return mark.target
    }
    return null
  }

  #anchor(uri: string, ref: string): Located {
    const found = this.#marked(uri)
    if (!found) throw new Error(`its reference ${ref} leads to nothing`)
    return found
  }

  #marksOf({ root, base }: Source): readonly Mark[] {
    const marks: Mark[] = []
    const pending: Located[] = [{ value: root, base }]
    for (let at = pending.pop(); at; at = pending.pop()) {
      const { value } = at
      if (typeof value !== 'object' || value === null) continue
      const within = this.baseOf(at)
      if (isJsonObject(value)) {
        const target = { value, base: at.base }
        if (typeof value.$id === 'string') marks.push({ uri: withoutFragment(within), target })
        for (const anchor of [value.$anchor, value.$dynamicAnchor])
          if (typeof anchor === 'string') marks.push({ uri: `${withoutFragment(within)}#${anchor}`, target })
      }
      for (const part of Object.values(value)) pending.push({ value: part, base: within })
    }
    return marks
  }
}

/** What a URI would be if the document at `from` were at `to`. */
function moved(uri: string, from: string, to: string): string | null {
  const [target, base] = [URL.parse(uri), URL.parse(from)]
  if (!target || base?.origin !== target.origin || base.protocol !== target.protocol) return null
  const path = relative(dirname(base.pathname), target.pathname)
  return URL.parse(`${path}${target.search}`, to)?.href ?? null
}

function childOf({ value }: Located, token: string): Json | undefined {
  const keys = [unescaped(token), pointerKey(token)]
  if (Array.isArray(value)) return /^(0|[1-9]\d*)$/.test(token) ? value[Number(token)] : undefined
  if (!isJsonObject(value)) return undefined
  const key = keys.find((name) => Object.hasOwn(value, name))
  return key === undefined ? undefined : value[key]
}

function unescaped(token: string): string {
  try {
    return pointerKey(decodeURIComponent(token))
  } catch {
    return token
  }
}

function withoutFragment(uri: string): string {
  const end = uri.indexOf('#')
  return end < 0 ? uri : uri.slice(0, end)
}
