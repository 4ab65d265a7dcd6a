import type pg from 'pg'
import { sha256 } from '../domain/hash.ts'
import { isJsonObject, type Json, type JsonObject } from '../domain/json.ts'
import type { SignInOwner, SignInStore } from '../domain/mcp-sign-in.ts'
import type { Vault } from '../domain/redaction.ts'
import { inTransaction } from '../sql/transaction.ts'

interface Options {
  readonly pool: pg.Pool
  readonly vault: Vault
  readonly newId: () => string
}

interface OwnerRow {
  readonly server: string
  readonly url: string
  readonly projectId: string | null
  readonly userKind: string | null
  readonly userName: string | null
}

/** Sign-ins to MCP servers, in PostgreSQL. A value that no key opens counts as none: its person signs in anew. */
export function createSignInStore({ pool, vault, newId }: Options): SignInStore {
  const opened = (sealed: string | undefined): JsonObject | null => {
    const value = sealed === undefined ? null : vault.open(sealed)
    return isJsonObject(value) ? value : null
  }

  return {
    kept: async (owner) => {
      const { rows } = await pool.query<{ sealed: string }>({
        name: 'rungraph-mcp-sign-in',
        text: 'select sealed from "McpSignIn" where key = $1',
        values: [keyOf(owner)],
      })
      return opened(rows[0]?.sealed)
    },

    find: async (owner) => {
      const { rows } = await pool.query<{ signedInAt: Date; scope: string | null }>(
        'select "signedInAt", scope from "McpSignIn" where key = $1',
        [keyOf(owner)],
      )
      return rows[0] ?? null
    },

    change: (owner, work) =>
      inTransaction(pool, async (client) => {
        const key = keyOf(owner)
        const { rows } = await client.query<{ sealed: string }>(
          'select sealed from "McpSignIn" where key = $1 for update',
          [key],
        )
        const before = opened(rows[0]?.sealed)
        const after = await work(before)
        if (after === before) return
        if (after === null) await client.query('delete from "McpSignIn" where key = $1', [key])
        else
          await client.query('update "McpSignIn" set sealed = $2, scope = $3 where key = $1', [
            key,
            vault.seal(after),
            scopeOf(after),
          ])
      }),

    signedIn: async (owner, kept) => {
      await pool.query(
        `insert into "McpSignIn" (id, key, server, url, "projectId", "userKind", "userName", sealed, scope, "signedInAt", "isAnnounced")
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, clock_timestamp(), false)
         on conflict (key) do update set sealed = excluded.sealed, scope = excluded.scope, "signedInAt" = excluded."signedInAt",
           "isAnnounced" = false`,
        [newId(), keyOf(owner), ...valuesOf(owner), vault.seal(kept), scopeOf(kept)],
      )
    },

    remove: async (owner) => {
      const { rowCount } = await pool.query('delete from "McpSignIn" where key = $1', [keyOf(owner)])
      return rowCount === 1
    },

    unannounced: async (limit) => {
      const { rows } = await pool.query<OwnerRow & { signedInAt: Date }>({
        name: 'rungraph-mcp-sign-ins-due',
        text: `select ${ownerColumns}, "signedInAt" from "McpSignIn" where not "isAnnounced" order by "signedInAt", id limit $1`,
        values: [limit],
      })
      return rows.map((row) => ({ owner: toOwner(row), signedInAt: row.signedInAt }))
    },

    announced: async (owner) => {
      await pool.query('update "McpSignIn" set "isAnnounced" = true where key = $1', [keyOf(owner)])
    },

    begin: async (state, { owner, secrets }, expiresAt) => {
      await pool.query(
        `insert into "McpSignInState" (id, "stateHash", server, url, "projectId", "userKind", "userName", sealed, "expiresAt")
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [newId(), sha256(state), ...valuesOf(owner), vault.seal(secrets), expiresAt],
      )
    },

    take: async (state, now) => {
      const { rows } = await pool.query<OwnerRow & { sealed: string; expiresAt: Date }>(
        `delete from "McpSignInState" where "stateHash" = $1 returning ${ownerColumns}, sealed, "expiresAt"`,
        [sha256(state)],
      )
      const [row] = rows
      const secrets = opened(row?.sealed)
      if (!row || secrets === null || row.expiresAt.getTime() <= now.getTime()) return null
      return { owner: toOwner(row), secrets }
    },

    client: async (server, issuer) => {
      const { rows } = await pool.query<{ sealed: string }>(
        'select sealed from "McpClient" where server = $1 and issuer = $2',
        [server, issuer],
      )
      return opened(rows[0]?.sealed)
    },

    saveClient: async (server, issuer, client) => {
      await pool.query(
        `insert into "McpClient" (id, server, issuer, sealed) values ($1, $2, $3, $4)
         on conflict (server, issuer) do update set sealed = excluded.sealed`,
        [newId(), server, issuer, vault.seal(client)],
      )
    },
  }
}

const ownerColumns = 'server, url, "projectId", "userKind", "userName"'

function valuesOf({ server, url, projectId, user }: SignInOwner): readonly unknown[] {
  return [server, url, projectId, user?.kind ?? null, user?.name ?? null]
}

function toOwner({ server, url, projectId, userKind, userName }: OwnerRow): SignInOwner {
  const kind = userKind === 'TOKEN' || userKind === 'PERSON' || userKind === 'LOOPBACK' ? userKind : null
  return {
    server,
    url,
    projectId,
    user: kind === null || userName === null ? null : { kind, name: userName },
  }
}

/** No two owners have the same. */
function keyOf(owner: SignInOwner): string {
  return sha256(JSON.stringify(valuesOf(owner)))
}

/** The tokens are as the protocol has them. */
function scopeOf({ tokens = null }: JsonObject): Json {
  return isJsonObject(tokens) && typeof tokens.scope === 'string' ? tokens.scope : null
}
