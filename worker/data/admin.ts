import { and, asc, eq, isNull } from "drizzle-orm"
import type { Id } from "../../contract/id.ts"
import type { Database } from "./database.ts"
import { user } from "./schema.ts"

/** Whoever runs the shop, to be told of what only they can answer. */
export async function listAdminIds(db: Database, limit: number): Promise<Id[]> {
  const rows = await db
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.role, "admin"), eq(user.status, "active"), isNull(user.deletedAt)))
    .orderBy(asc(user.createdAt))
    .limit(limit)
  return rows.map(({ id }) => id)
}
