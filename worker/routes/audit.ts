import { Hono } from "hono"
import { listQuerySchema } from "../../contract/list.ts"
import { listAudit } from "../data/audit-rows.ts"
import { databaseOf } from "../data/database.ts"
import type { AppEnv } from "../middleware/app-env.ts"
import { requireAdmin, requireUser } from "../middleware/signed-in.ts"
import { queryOf } from "../middleware/valid.ts"

/** What admins did, for admins. */
export const auditRoutes = new Hono<AppEnv>().get(
  "/audit",
  requireUser,
  requireAdmin,
  queryOf(listQuerySchema),
  async (c) => {
    const { rows, pagination } = await listAudit(databaseOf(c.env), c.req.valid("query"))
    return c.json({ data: rows, pagination })
  },
)
