import type { Context } from "hono"
import { ApiError, unknown } from "../../contract/error.ts"
import type { Id } from "../../contract/id.ts"
import { isPrintDeletable, isPrintEditable } from "../../contract/status.ts"
import type { AppEnv } from "../app-env.ts"
import { type Database, databaseOf } from "../data/database.ts"
import { restorePrints } from "../data/orders/archive-rows.ts"
import { readOwnImageNames } from "../data/prints/print-item-rows.ts"
import { findPrint, type PrintRow } from "../data/prints/print-rows.ts"
import { findAnywhere, hasPlaces } from "../place.ts"
import { refuseRealPrint } from "../refuse-real-print.ts"
import { idOf } from "../valid.ts"

/**
 * Returns the print in the path, its orders in rows: the caller's own, or anyone's for an admin, whose
 * request then goes to its owner's place.
 */
export async function visiblePrint(c: Context<AppEnv>): Promise<PrintRow> {
  if (c.var.user.role !== "admin") return printOf(c, c.var.user.id)
  const id = idOf(c, "print")
  if (hasPlaces(c.env)) {
    const known = await findAnywhere(c.env, (env) => findPrint(databaseOf(env), null, id))
    if (known) c.env = known.env
  }
  return printOf(c, null)
}

export function ownPrint(c: Context<AppEnv>): Promise<PrintRow> {
  return printOf(c, c.var.user.id)
}

async function printOf(c: Context<AppEnv>, owner: Id | null): Promise<PrintRow> {
  const db = databaseOf(c.env)
  const row = await findPrint(db, owner, idOf(c, "print"))
  if (!row) throw unknown("print")
  if (row.hasArchivedParts) await restorePrints(db, row.userId, [row.id])
  return row
}

/** Returns the caller's own print; 409 while its items may not change, and for a real print by a test token. */
export async function editablePrint(c: Context<AppEnv>): Promise<PrintRow> {
  const row = await ownPrint(c)
  refuseRealPrint(row, c.var.token)
  if (!isPrintEditable(row.status)) throw notEditable(row)
  return row
}

/** Returns the caller's own print; 409 while it is processing, and for a real print by a test token. */
export async function deletablePrint(c: Context<AppEnv>): Promise<PrintRow> {
  const row = await ownPrint(c)
  refuseRealPrint(row, c.var.token)
  if (!isPrintDeletable(row.status)) throw beingProcessed()
  return row
}

/** Refuses images and sizes of other accounts as if they did not exist; returns the images' names. */
export async function checkParts(
  db: Database,
  userId: Id,
  items: readonly { imageId?: Id | null; sizeId?: Id | null }[],
): Promise<Map<Id, string>> {
  const imageIds = [...new Set(items.flatMap((item) => item.imageId ?? []))]
  const sizeIds = [...new Set(items.flatMap((item) => item.sizeId ?? []))]
  const names = await readOwnImageNames(db, userId, { imageIds, sizeIds })
  if (names === null) throw new ApiError("not-found", "An image or size of this print does not exist")
  return names
}

export function notEditable({ status }: PrintRow): ApiError {
  return new ApiError("conflict", `A print that is ${status} cannot be changed`)
}

export function beingProcessed(): ApiError {
  return new ApiError("conflict", "The print is being processed. Cancel it first.")
}
