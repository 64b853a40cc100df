import { sql } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"
import type { Directory } from "../database.ts"
import { importedBalance } from "./tables.ts"

/**
 * Records that the balance of an archived account goes to this account. Returns true if it is this
 * one's: the first account gets it, and repeats keep it.
 */
export async function claimBalance(
  db: Directory,
  { sourceId, userId, nowMs }: { sourceId: Id; userId: Id; nowMs: number },
): Promise<boolean> {
  const [row] = await db
    .insert(importedBalance)
    .values({ sourceId, userId, importedAt: nowMs })
    .onConflictDoUpdate({ target: importedBalance.sourceId, set: { userId: sql`${importedBalance.userId}` } })
    .returning({ userId: importedBalance.userId })
  return row?.userId === userId
}
