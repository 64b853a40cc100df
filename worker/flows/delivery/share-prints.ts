import { ApiError } from "../../../contract/error.ts"
import { type Id, makeId } from "../../../contract/id.ts"
import { databaseOf } from "../../data/database.ts"
import { findShareOf, insertShare, listShareable, type ShareRow } from "../../data/delivery/share-rows.ts"
import type { Env } from "../../env.ts"
import { noteName } from "../../place.ts"
import { makeLinkToken } from "../../secrets/link-token.ts"

/**
 * Makes a link to those of these prints that are the seller's and have files. The same prints again
 * return the existing link. Throws a 409 if none of them has files, or all are tests.
 */
export async function sharePrints(env: Env, userId: Id, printIds: readonly Id[]): Promise<ShareRow> {
  const db = databaseOf(env)
  const nowMs = Date.now()
  const shareable = await listShareable(db, userId, printIds)
  if (shareable.length === 0)
    throw new ApiError(
      "conflict",
      "None of these prints has sheets for a link: tests and unfinished prints have none",
    )
  const known = await findShareOf(db, userId, shareable)
  if (known) return known
  const row = { id: makeId(nowMs), token: makeLinkToken(), userId, printIds: shareable, nowMs }
  await noteName(env, `link:${row.token}`, userId)
  await insertShare(db, row)
  return { id: row.id, token: row.token, createdAt: nowMs, prints: shareable.length }
}
