import { audit } from "../../contract/api/user-api.ts"
import { ApiRoutes } from "../api-routes.ts"
import { listAudit } from "../data/accounts/audit-rows.ts"
import { directoryOf } from "../data/database.ts"

/** The audit trail of admins' actions, for admins. */
export const auditRoutes = new ApiRoutes().serve(audit.list, async (c) => {
  const { rows, pagination } = await listAudit(directoryOf(c.env), c.req.valid("query"))
  return { data: rows, pagination }
})
