import { z } from 'zod'
import type { Caller, CallerKind } from './caller.ts'
import { about, choice, object } from './declared.ts'
import { sha256 } from './hash.ts'
import type { Json, JsonObject } from './json.ts'

/** Whose sign-in to an MCP server it is (MCPAUTH-2). */
export interface SignInOwner {
  /** Name of the server in the file, and its address: tokens are for no other. */
  readonly server: string
  readonly url: string
  /** `null`, both: everybody's, as the server's own account is. */
  readonly projectId: string | null
  readonly user: SignInUser | null
}

/** The person for whom calls are made: who started the tree of runs, by their credentials. A key is no person: back ends share it. */
export interface SignInUser {
  readonly kind: Exclude<CallerKind, 'KEY'>
  readonly name: string
}

/** What a server said that a sign-in must be for. */
export interface SignInChallenge {
  readonly scope: string | null
  readonly metadataUrl: string | null
}

/** A sign-in, without its secrets. */
export const signIn = object('McpSignIn', 'Sign-in to an MCP server.', {
  signedInAt: about('Time when the person signed in.', z.date()),
  scope: about(
    'Permissions that the server granted, as it writes them. Null if it does not say.',
    z.string().nullable(),
  ),
})
export type SignInRow = Readonly<z.infer<typeof signIn>>

/** Tokens and what goes with them, as the client of the protocol gives them; sealed where they are stored. */
export type KeptSignIn = JsonObject

/** A sign-in that has begun. */
export interface BegunSignIn {
  readonly owner: SignInOwner
  /** What the answer is checked with. */
  readonly secrets: JsonObject
}

/** Sign-ins, with their secrets sealed (MCPAUTH-3). */
export interface SignInStore {
  kept(owner: SignInOwner): Promise<KeptSignIn | null>
  find(owner: SignInOwner): Promise<SignInRow | null>
  /** Changes what is kept, one process after another. `work` gives what is to be kept; `null`: nothing any more. */
  change(owner: SignInOwner, work: (kept: KeptSignIn | null) => Promise<KeptSignIn | null>): Promise<void>
  /** Stores a new sign-in, whose waiting calls nobody has continued yet. */
  signedIn(owner: SignInOwner, kept: KeptSignIn): Promise<void>
  /** Gives whether there was one. */
  remove(owner: SignInOwner): Promise<boolean>
  /** Those whose waiting calls nobody has continued yet. */
  unannounced(limit: number): Promise<readonly { readonly owner: SignInOwner; readonly signedInAt: Date }[]>
  announced(owner: SignInOwner): Promise<void>
  begin(state: string, begun: BegunSignIn, expiresAt: Date): Promise<void>
  /** Takes a sign-in that has begun, once; `null`: it is unknown, or its time is up. */
  take(state: string, now: Date): Promise<BegunSignIn | null>
  /** This client at an authorization server, as that registered it. */
  client(server: string, issuer: string): Promise<Json>
  saveClient(server: string, issuer: string, client: Json): Promise<void>
}

/** Signed addresses at which a person begins a sign-in. */
export interface SignInTickets {
  sign(ticket: SignInTicket, expiresAt: Date): Promise<string>
  /** `null`: it is none, or its time is up. */
  open(text: string): Promise<SignInTicket | null>
}

export interface SignInTicket {
  readonly owner: SignInOwner
  readonly challenge: SignInChallenge
  /** Whether it is in a question: it ends with that. */
  readonly isOfGate: boolean
}

export const signInFor = choice('McpSignInFor', 'Whom a sign-in to an MCP server is for.', {
  SERVER: 'All calls are made with one account, which an administrator of the server signs in to.',
  USER: 'The calls of a run are made with the account of the person that started it.',
})

/** An MCP server that has sign-ins, as a caller sees it. */
export interface SignInView {
  /** Name of the server in the file. */
  readonly name: string
  readonly per: z.infer<typeof signInFor>
  /** The one that calls of the caller are made with; `null`: there is none. */
  readonly signIn: SignInRow | null
}

/** Where a person signs in. */
export const signInLink = object('McpSignInLink', 'Address at which a person signs in to an MCP server.', {
  url: about('Address to open in the browser of the person, within ten minutes. Keep it secret.', z.string()),
})

/** What callers do with sign-ins. */
export interface SignInOperations {
  list(call: SignInCall): Promise<readonly SignInView[]>
  /** Gives the address at which the person signs in. @throws NOT_FOUND, FORBIDDEN, MCP_SIGN_IN_UNAVAILABLE */
  start(call: SignInCall & { readonly server: string }): Promise<string>
  /** @throws NOT_FOUND, FORBIDDEN */
  end(call: SignInCall & { readonly server: string }): Promise<SignInView>
}

/** What the pages of sign-ins do, for the person who opens them. */
export interface SignInPages {
  /** Whose sign-in begins at an address, for the person who opened it: they may have it from somebody else. */
  describe(ticket: string): Promise<SignInSubject | { readonly problem: string }>
  /** Gives where the browser is sent, or why not. */
  begin(ticket: string): Promise<{ readonly location: string } | { readonly problem: string }>
  /** Takes the answer of an authorization server. Gives the name of the MCP server. */
  finish(answer: SignInAnswer): Promise<{ readonly server: string } | { readonly problem: string }>
  /** This client as authorization servers read it. */
  clientDocument(): JsonObject | null
}

export interface SignInSubject {
  readonly server: string
  /** Whose calls are made with the account; `null`: those of everybody. */
  readonly user: string | null
}

export interface SignInAnswer {
  readonly state: string | null
  readonly code: string | null
  readonly iss: string | null
  readonly error: string | null
}

export interface SignInCall {
  readonly projectId: string
  readonly caller: Caller & { readonly kind: CallerKind }
}

/** What the addresses of all questions for a sign-in have in them; it says nothing of its owner. */
export function signInGroup({ server, url, projectId, user }: SignInOwner): string {
  return sha256(JSON.stringify([server, url, projectId, user?.kind ?? null, user?.name ?? null])).slice(0, 32)
}

/** The person that a caller is; `null`: a key. */
export function userOf(caller: {
  readonly kind: CallerKind | null
  readonly name: string | null
}): SignInUser | null {
  const { kind, name } = caller
  return kind === null || kind === 'KEY' || name === null ? null : { kind, name }
}

/** Where people begin a sign-in and come back to, and what authorization servers read of this client, below the address of the server. */
export const signInPaths = {
  begin: '/mcp/sign-in/',
  callback: '/mcp/oauth/callback',
  document: '/mcp/oauth/client.json',
} as const

export function isSignInPath(path: string): boolean {
  const { begin, callback, document } = signInPaths
  return path === callback || path === document || path.startsWith(begin)
}
