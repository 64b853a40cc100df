import type { KVNamespace } from "@cloudflare/workers-types"
import { DAY_MS } from "../../contract/duration.ts"

/** A record to be written; `revision` is null where none was read. */
type WrittenRecord = {
  key: string
  value: string
  metadata: string | null
  expiresAt: number
  revision: number | null
}

/** The Worker's own ways to the records of assistants, in the directory (`worker/data/accounts/oauth-record-rows.ts`). */
export type OauthStore = {
  find(key: string): Promise<{ value: string; metadata: string | null; revision: number } | null>
  list(part: {
    prefix: string
    after?: string
    limit: number
  }): Promise<{ key: string; metadata: string | null; expiresAt: number }[]>
  /** Returns false if the record was written or deleted since it was read, or if its account has no room. */
  write(record: WrittenRecord): Promise<boolean>
  remove(key: string): Promise<void>
  keep(key: string, expiresAtMs: number): Promise<void>
}

/** The failure to write what another request has written or ended meanwhile, or what there is no room for. */
export class NotWritten extends Error {
  override name = "NotWritten"
}

/** The time for which a program that has registered itself is kept until somebody lets it in. */
const UNUSED_CLIENT_MS = DAY_MS
/** The keys of a page, as Cloudflare's KV has them. */
const MAX_LISTED = 1_000

/** The part of Cloudflare's KV that `@cloudflare/workers-oauth-provider` calls. */
type Kv = Pick<KVNamespace, "put" | "delete"> & {
  get(key: string, type?: unknown): Promise<unknown>
  list(options?: { prefix?: string; limit?: number; cursor?: string }): Promise<unknown>
}

/**
 * Returns the records in the form of Cloudflare's KV, for one request. Other than there, what was written is read at once
 * everywhere, and a record that was read is written only while nobody else has: a code is taken once, and a refresh brings no
 * grant back that its owner has ended meanwhile.
 */
export function kvOf(store: OauthStore): Kv {
  const revisions = new Map<string, number>()
  return {
    async get(key, type) {
      const record = await store.find(key)
      if (record === null) return null
      revisions.set(key, record.revision)
      const isJson = type === "json" || (type as { type?: string } | undefined)?.type === "json"
      return isJson ? JSON.parse(record.value) : record.value
    },
    async put(key, value, options) {
      if (typeof value !== "string") throw new TypeError("records are text")
      const revision = revisions.get(key) ?? null
      const isNewClient = revision === null && key.startsWith("client:")
      const isWritten = await store.write({
        key,
        value,
        metadata: options?.metadata == null ? null : JSON.stringify(options.metadata),
        expiresAt: isNewClient ? Date.now() + UNUSED_CLIENT_MS : endOf(options ?? {}),
        revision,
      })
      if (!isWritten) throw new NotWritten(`${key.split(":")[0]} was changed meanwhile, or has no room`)
      revisions.set(key, (revision ?? -1) + 1)
    },
    async delete(key) {
      for (const one of [key].flat()) await store.remove(one)
    },
    async list({ prefix = "", limit = MAX_LISTED, cursor } = {}) {
      const rows = await store.list({ prefix, after: cursor, limit })
      const keys = rows.map((row) => ({
        name: row.key,
        expiration: Math.floor(row.expiresAt / 1000),
        ...(row.metadata !== null && { metadata: JSON.parse(row.metadata) }),
      }))
      if (rows.length < limit) return { keys, list_complete: true, cacheStatus: null }
      return { keys, list_complete: false, cursor: rows.at(-1)?.key, cacheStatus: null }
    },
  }
}

/** Returns when a record ends, in ms. Nothing is kept for ever. */
function endOf({ expiration, expirationTtl }: { expiration?: number; expirationTtl?: number }): number {
  if (expiration !== undefined) return expiration * 1000
  if (expirationTtl !== undefined) return Date.now() + expirationTtl * 1000
  throw new TypeError("a record needs an end")
}
