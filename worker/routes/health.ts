import { sql } from "drizzle-orm"
import { Hono } from "hono"
import { databaseOf } from "../data/database.ts"
import type { AppEnv } from "../middleware/app-env.ts"

/** Answers 200 when the Worker runs and its database answers. */
export const healthRoutes = new Hono<AppEnv>().get("/health", async (c) => {
  await databaseOf(c.env).run(sql`SELECT 1`)
  return c.json({ data: { status: "ok" } })
})
