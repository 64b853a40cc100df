import { Hono } from "hono"
import { databaseOf } from "../data/database.ts"
import { countStalled } from "../data/health.ts"
import type { AppEnv } from "../middleware/app-env.ts"

/**
 * 200 when the Worker runs and its database answers; `stalled` counts what the sweeps could not finish, and `status` is
 * `stalled` when that is anything at all.
 */
export const healthRoutes = new Hono<AppEnv>().get("/health", async (c) => {
  const stalled = await countStalled(databaseOf(c.env), Date.now())
  const isStalled = Object.values(stalled).some((total) => total > 0)
  return c.json({ data: { status: isStalled ? "stalled" : "ok", stalled } })
})
