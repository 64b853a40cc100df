import { eq, lt } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"
import type { Directory } from "../database.ts"
import { spentPass } from "./tables.ts"

/** Spends a pass: true for the one call that spends it, false for every later one. */
export async function spendPass(db: Directory, pass: { id: Id; expiresAtMs: number }): Promise<boolean> {
  const rows = await db
    .insert(spentPass)
    .values({ id: pass.id, expiresAt: pass.expiresAtMs })
    .onConflictDoNothing()
    .returning({ id: spentPass.id })
  return rows.length === 1
}

/** Returns whether a pass was spent, for passes that are spent only after their use. */
export async function isPassSpent(db: Directory, id: Id): Promise<boolean> {
  const rows = await db.select({ id: spentPass.id }).from(spentPass).where(eq(spentPass.id, id))
  return rows.length === 1
}

/** Deletes passes past their end, which are refused by their signature's date, so no row is needed. */
export async function deleteExpiredPasses(db: Directory, nowMs: number): Promise<void> {
  await db.delete(spentPass).where(lt(spentPass.expiresAt, nowMs))
}
