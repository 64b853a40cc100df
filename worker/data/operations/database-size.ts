import type { AnyDatabase } from "../database.ts"

/** Returns the bytes that a database takes, which D1 tells with every answer. */
export async function measureBytes(db: AnyDatabase): Promise<number> {
  const { meta } = await db.$client.prepare("SELECT 1").run()
  return meta.size_after
}
