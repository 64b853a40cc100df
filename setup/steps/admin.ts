import { z } from "zod"
import { hasTable, queryDatabase } from "../database-query.ts"
import { cannotTell, missing, right, type Step } from "../step.ts"

export const admin: Step = {
  name: "First admin",
  async look(site) {
    if (!(await hasTable(site, "user"))) return cannotTell("D1 has no tables yet")
    const sql =
      "SELECT email FROM user WHERE role = 'admin' AND status = 'active' AND deleted_at IS NULL ORDER BY created_at LIMIT 1"
    const [admin] = await queryDatabase(site, { sql, params: [] })
    return admin ? right(String(admin.email)) : missing("nobody is an admin")
  },
  async make(site) {
    const email = await site.ask({
      key: "admin_email",
      text: "What is your e-mail address? Its account becomes the first admin.",
      hint: "Without an account one is made: open the app, Forgot password, and choose a password by the mail that comes.",
      check: (value) => (z.email().safeParse(value).success ? null : "This is no e-mail address."),
    })
    // Loaded only here: the Workers' statement builder takes longer to load than all looks of a run.
    const { makeAdmin } = await import("../make-admin.ts")
    await makeAdmin(site, email)
  },
}
