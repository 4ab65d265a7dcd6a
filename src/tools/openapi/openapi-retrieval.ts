import { readFile, stat } from 'node:fs/promises'
import { dirname, extname, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isRungraphError, messageOf } from '../../domain/errors.ts'
import type { Json } from '../../domain/json.ts'
import { type AddressRules, createAddressGuard } from '../../net/address-guard.ts'
import { getPage } from '../get-page.ts'
import { parseDocument } from './openapi-document.ts'
import type { OpenApiConfig } from './openapi-file.ts'
import type { Retrieve } from './openapi-references.ts'

/** The bytes of the largest document that is taken, and of all documents of a description. */
export const maxDocumentBytes = 10 * 1024 * 1024
const maxTotalBytes = 100 * 1024 * 1024
const maxDocuments = 10_000
const fetchMs = 30_000

/** Thrown for a document that may be there later. */
export class NotThereYet extends Error {
  override readonly name = 'NotThereYet'
}

interface Got {
  readonly content: Json
  readonly uri: string
}

/** The documents that a description refers to. Those that were got are kept: a later attempt asks for the others only. */
export class Retrieval {
  readonly #config: OpenApiConfig
  readonly #rules: AddressRules
  readonly #got = new Map<string, Got>()
  #bytes = 0

  constructor(config: OpenApiConfig, rules: AddressRules) {
    this.#config = config
    this.#rules = rules
  }

  /** Gets documents from files alone, where `signal` is `null`. */
  by(signal: AbortSignal | null): Retrieve {
    return async (uri) => {
      const known = this.#got.get(uri)
      if (known) return known
      if (this.#got.size >= maxDocuments) throw new Error(`it has more than ${maxDocuments} documents`)
      const { text, uri: from } = await this.#read(uri, signal)
      this.#bytes += text.length
      if (this.#bytes > maxTotalBytes) throw new Error(`its documents have more than ${maxTotalBytes} bytes`)
      const got = { content: parsed(text, uri), uri: from }
      this.#got.set(uri, got)
      return got
    }
  }

  async #read(
    uri: string,
    signal: AbortSignal | null,
  ): Promise<{ readonly text: string; readonly uri: string }> {
    const url = new URL(uri)
    if (url.protocol === 'file:') return { text: await this.#readFile(url), uri }
    if (!/^https?:$/.test(url.protocol))
      throw new Error(`its reference to ${uri} is no file and no web address`)
    if (signal === null) throw new NotThereYet(`${uri} was not read yet`)
    return fetchDocument(uri, { config: this.#config, rules: this.#rules, signal })
  }

  /** A document that came from a server names no files; one that is a file names files that hold documents, and no hidden ones. */
  async #readFile(url: URL): Promise<string> {
    const { document } = this.#config
    if (!('path' in document)) throw new Error(`its reference to ${url.href} leads to a file of this machine`)
    const path = fileURLToPath(new URL(url.pathname, 'file:'))
    const within = relative(dirname(document.path), path)
    const isInside = within.split(sep)[0] !== '..'
    const isHidden = within.split(sep).some((part) => part !== '..' && part.startsWith('.'))
    if (isHidden || !(isInside || endings.includes(extname(path))))
      throw new Error(`its reference to ${path} leads to a file that is hidden, or not ${endings.join(', ')}`)
    const found = await stat(path).catch(() => null)
    if (!found?.isFile()) throw new Error(`its reference to ${path} leads to no file`)
    if (found.size > maxDocumentBytes)
      throw new Error(`its reference to ${path} leads to a file of more than ${maxDocumentBytes} bytes`)
    return readFile(path, 'utf8')
  }
}

const endings = ['.json', '.yaml', '.yml']

function parsed(text: string, uri: string): Json {
  try {
    return parseDocument(text)
  } catch (error) {
    throw new Error(`${uri} cannot be read: ${messageOf(error)}`, { cause: error })
  }
}

/**
 * A document under a URL. What the operator wrote may be anywhere; what a document names, and where a server redirects to, must be
 * public, or be allowed to be private, and be in the list of allowed hosts.
 */
export async function fetchDocument(
  uri: string,
  {
    config,
    rules,
    signal,
  }: { readonly config: OpenApiConfig; readonly rules: AddressRules; readonly signal: AbortSignal },
): Promise<{ readonly text: string; readonly uri: string }> {
  const { document, baseUrl, allowPrivate } = config
  const written = 'url' in document ? new URL(document.url) : null
  const own = written ? [written.hostname] : []
  const isWritten = written !== null && new URL(uri).host === written.host
  const base = baseUrl === undefined ? [] : [new URL(baseUrl).hostname]
  const guard = createAddressGuard({
    ...(!isWritten && rules.allow ? { allow: [...rules.allow, ...own] } : {}),
    allowPrivate: [...(rules.allowPrivate ?? []), ...(allowPrivate ? [...own, ...base] : [])],
    ...(rules.own && { own: rules.own }),
  })
  const page = await getPage(uri, {
    guard,
    maxBytes: maxDocumentBytes,
    signal: AbortSignal.any([signal, AbortSignal.timeout(fetchMs)]),
  }).catch((error: unknown) => {
    // A refusal of ours has no cause.
    const isOurs = isRungraphError(error) && error.cause === undefined
    throw isOurs ? error : new NotThereYet(messageOf(error), { cause: error })
  })
  if (page.status === 200) return { text: page.body, uri: page.url }
  const reason = `${page.url} answers with the status ${page.status}`
  throw page.status >= 500 || page.status === 429 ? new NotThereYet(reason) : new Error(reason)
}
