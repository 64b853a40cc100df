import { eq } from "drizzle-orm"
import { z } from "zod"
import type { AnyDatabase, Directory } from "../database.ts"
import { sweepCursor } from "./tables.ts"

/** The name of the row with the sizes, beside the sweeps' positions. */
const NAME = "database sizes"

/** The bytes of each database by the name of its binding, as measured on a UTC day. */
const sizesSchema = z.array(z.object({ date: z.iso.date(), bytes: z.record(z.string(), z.number()) }))
export type DatabaseSizes = z.infer<typeof sizesSchema>

/** Returns the bytes that a database takes, which D1 tells with every answer. */
export async function measureBytes(db: AnyDatabase): Promise<number> {
  const { meta } = await db.$client.prepare("SELECT 1").run()
  return meta.size_after
}

/** Returns the sizes of the last days, oldest first; none from another version's form. */
export async function findSizes(db: Directory): Promise<DatabaseSizes> {
  const [row] = await db
    .select({ text: sweepCursor.afterKey })
    .from(sweepCursor)
    .where(eq(sweepCursor.name, NAME))
  return sizesSchema.safeParse(JSON.parse(row?.text ?? "[]")).data ?? []
}

export async function storeSizes(db: Directory, sizes: DatabaseSizes, nowMs: number): Promise<void> {
  const stored = { afterKey: JSON.stringify(sizes), updatedAt: nowMs }
  await db
    .insert(sweepCursor)
    .values({ name: NAME, ...stored })
    .onConflictDoUpdate({ target: sweepCursor.name, set: stored })
}
