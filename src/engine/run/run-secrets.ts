import { isJsonObject, type Json } from '../../domain/json.ts'
import {
  type RedactionMode,
  redacted,
  type SecretKind,
  type SecretOrigin,
  type ServerRedactor,
  type Vault,
} from '../../domain/redaction.ts'
import type { SecretRow } from '../../domain/run-log.ts'
import type { SecretScope, SecretStore } from '../../domain/run-store.ts'
import { emptyingMarks, markerOf, noSecretId } from '../../redaction/marker.ts'
import { type LimitedResult, limitResult } from './limit-result.ts'

interface RunSecretsOptions {
  readonly scope: SecretScope
  readonly mode: RedactionMode
  readonly redactor: ServerRedactor
  /** `null`: secrets are kept in memory alone. */
  readonly vault: Vault | null
  readonly store: SecretStore
  /** Gives the ids of secrets where there is no vault. */
  readonly newId: () => string
}

interface Secret {
  readonly text: string
  /** Origin by which it was first detected. */
  readonly origin: SecretOrigin
  /** Whether the rows of this run's tree have it. */
  isStored: boolean
}

/** A run keeps no more: further secrets are shown as `[redacted]`, and lost with the process. */
const maxSecrets = 2_000

const maxSecretChars = 4 * 1024 * 1024

export type RunSecrets = ReturnType<typeof createRunSecrets>

/**
 * The secrets of one run (TAS-7). The loop, its models and its tools have the values themselves; stored and shown text has a mark in the
 * place of each secret, and the secret itself is kept under the mark's id, sealed. Reading the stored text restores the values.
 */
export function createRunSecrets({ scope, mode, redactor: server, vault, store, newId }: RunSecretsOptions) {
  const byId = new Map<string, Secret>()
  const marks = new Map<string, string>()
  let unsent: SecretRow[] = []
  let chars = 0
  let isLoaded = false

  function sign(text: string, kind: SecretKind, origin: SecretOrigin): string {
    const key = `${kind} ${text}`
    const mark = marks.get(key) ?? keep(key, { text, origin }, kind)
    if (mark !== redacted) send(idOf(mark))
    return mark
  }

  function keep(key: string, secret: Pick<Secret, 'text' | 'origin'>, kind: SecretKind): string {
    if (byId.size >= maxSecrets || chars + secret.text.length > maxSecretChars) return redacted
    const id = vault ? vault.sign(`${scope.projectId} ${key}`) : newId().replaceAll('-', '').slice(-16)
    const mark = markerOf(id, kind === 'number')
    remember(id, { ...secret, isStored: false })
    marks.set(key, mark)
    return mark
  }

  function remember(id: string, secret: Secret): void {
    const known = byId.get(id)
    if (known) known.isStored ||= secret.isStored
    if (known) return
    chars += secret.text.length
    byId.set(id, secret)
  }

  function send(id: string): void {
    const secret = byId.get(id)
    if (!vault || !secret || secret.isStored) return
    secret.isStored = true
    const { projectId, rootId } = scope
    unsent.push({ projectId, rootId, id, sealed: vault.seal(secret.text) })
  }

  const redactor = server.within({ mode, sign })

  /** Reads the values of marks, as far as they are not in memory; also marks within secrets. */
  async function load(value: unknown): Promise<void> {
    if (!vault) return
    let wanted = missingIn(value, byId)
    if (wanted.size > 0 && !isLoaded) {
      // Values that were known before are known again.
      isLoaded = true
      take(await store.ofRun(scope), vault)
    }
    for (let asked = new Set<string>(); ; asked = wanted) {
      wanted = missingIn([value, ...[...byId.values()].map(({ text }) => text)], byId)
      if (wanted.size === 0 || [...wanted].every((id) => asked.has(id))) return
      take(await store.find(scope, [...wanted]), vault)
    }
  }

  function take(rows: readonly SecretRow[], opens: Vault): void {
    for (const { id, rootId, sealed } of rows) {
      const text = opens.open(sealed)
      if (typeof text !== 'string') continue
      remember(id, { text, origin: 'VALUE', isStored: rootId === scope.rootId })
    }
    redactor.learn([...byId.values()].map(({ text }) => revealed(text, byId)))
  }

  /** Replaces the marks in what was read. */
  async function revealing(rows: object | Json) {
    if (!mayHaveMark(rows)) return null
    await load(rows)
    return {
      text: (text: string) => revealed(text, byId),
      value: (value: Json) => revealedValue(value, byId),
    }
  }

  const { own } = server
  const incoming = emptyingMarks({
    text: (text) => (redactor.text(text) === text ? text : own.text(text)),
    value: (value) => (redactor.value(value) === value ? value : own.value(value)),
    stream: own.stream,
  })

  return {
    /** Redactor for stored and shown data, which sets marks. */
    redactor,
    /**
     * For what enters the run from a tool, a relic, a model or code: takes out the server's own secrets, for which no model and no tool has
     * any use, and makes marks stand for nothing, as only the engine writes them. What `redactor` finds in a text is kept for when it is
     * stored.
     */
    incoming,
    /** Returns the secrets that redactions found since the last call, for the entry that names them. */
    found(): readonly SecretRow[] {
      const rows = unsent
      unsent = []
      return rows
    },
    /** Replaces the marks in stored data by their secrets. A mark whose secret is no longer available stays. */
    reveal: async (value: Json) => (await revealing(value))?.value(value) ?? value,
    revealText: async (text: string) => (await revealing(text))?.text(text) ?? text,
    /** The same for any number of parts of these rows, whose marks are read now; `null` where they hold none. */
    revealing,
    /** A text made shorter, without a secret cut in two: half of one could not be recognised. */
    shorten(text: string, shortened: (text: string) => string): string {
      const shown = redactor.text(text)
      return shown === text ? shortened(text) : revealed(shortened(shown), byId)
    },
    /** A result within its limit (LIM-12), cut alike. */
    limit(output: Json, maxBytes: number): LimitedResult {
      const limited = limitResult(output, maxBytes)
      if (limited.output === output) return limited
      const cut = limitResult(redactor.value(output), maxBytes)
      return { bytes: limited.bytes, output: revealedValue(cut.output, byId) }
    },
    /** A text of the server itself, which neither models nor tools need whole: secrets are `[redacted]` in it for them too. */
    withheld: (text: string) => server.text(text),
    /** Returns how the secrets of a text were detected; empty if the text is shown unchanged. */
    originsIn(text: string): readonly SecretOrigin[] {
      const shown = redactor.text(text)
      if (shown === text) return []
      const found = [...shown.matchAll(anyMark)].map(([, id = '']) => byId.get(id)?.origin ?? 'VALUE')
      return [...new Set(found)].toSorted()
    },
  }
}

const anyMark = /\[redacted:([0-9a-f]{16})n?\]/g

/** With the quotes that make it a string, also within JSON as text. */
const numberMark = /(\\*)"\[redacted:([0-9a-f]{16})n\]\1"/g

function idOf(mark: string): string {
  return mark.slice('[redacted:'.length, '[redacted:'.length + 16)
}

/** Whether something stands here for a secret. */
export function hasMark(value: Json): boolean {
  return mayHaveMark(value) && idsIn(value).length > 0
}

/** No lists of texts are made: the value may be large, and marks are rare. */
function mayHaveMark(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('[redacted:')
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.some(mayHaveMark)
  for (const name in value)
    if (name.includes('[redacted:') || mayHaveMark(Reflect.get(value, name))) return true
  return false
}

function missingIn(value: unknown, known: ReadonlyMap<string, Secret>): Set<string> {
  return new Set(idsIn(value).filter((id) => id !== noSecretId && !known.has(id)))
}

function idsIn(value: unknown): readonly string[] {
  const marked = texts(value).filter((text) => text.includes('[redacted:'))
  return marked.flatMap((text) => [...text.matchAll(anyMark)].map(([, id = '']) => id))
}

function texts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap(texts)
  return Object.entries(value).flatMap(([name, item]) => [name, ...texts(item)])
}

/** Maximum growth of one text or value: nested marks must not exhaust the memory. */
const maxRevealedChars = 16 * 1024 * 1024

const charsOfOne = 32

interface Revealing {
  readonly secrets: ReadonlyMap<string, Secret>
  room: number
}

function revealed(text: string, secrets: ReadonlyMap<string, Secret>): string {
  return revealedIn(text, { secrets, room: maxRevealedChars })
}

/** A secret may hold marks of others. */
function revealedIn(text: string, revealing: Revealing): string {
  if (!text.includes('[redacted:')) return text
  const put = (mark: string, id: string) => {
    const secret = revealing.secrets.get(id)?.text
    if (secret === undefined || secret.includes(mark) || revealing.room < secret.length) return mark
    revealing.room -= secret.length + charsOfOne
    return revealedIn(secret, revealing)
  }
  return text
    .replaceAll(numberMark, (mark, _slashes, id: string) => put(mark, id))
    .replaceAll(anyMark, (mark, id: string) => put(mark, id))
}

function revealedValue(value: Json, secrets: ReadonlyMap<string, Secret>): Json {
  return valueIn(value, { secrets, room: maxRevealedChars })
}

function valueIn(value: Json, revealing: Revealing): Json {
  if (typeof value === 'string') return stringIn(value, revealing)
  if (Array.isArray(value)) {
    const items = value.map((item: Json) => valueIn(item, revealing))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  if (!isJsonObject(value)) return value
  let isChanged = false
  const entries = Object.entries(value).map(([name, item]) => {
    const entry = [revealedIn(name, revealing), valueIn(item, revealing)] as const
    isChanged ||= entry[0] !== name || entry[1] !== item
    return entry
  })
  return isChanged ? Object.fromEntries(entries) : value
}

function stringIn(text: string, revealing: Revealing): Json {
  const number = /^\[redacted:([0-9a-f]{16})n\]$/.exec(text)
  const found = number && revealing.secrets.get(number[1] ?? '')
  return found ? Number(revealedIn(found.text, revealing)) : revealedIn(text, revealing)
}
