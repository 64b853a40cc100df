import { profile } from "../../contract/api/profile-api.ts"
import { ApiError } from "../../contract/error.ts"
import { ApiRoutes } from "../api-routes.ts"
import { deleteAccount } from "../flows/accounts/delete-account.ts"
import { profileOf } from "../flows/accounts/read-profile.ts"
import { planArchive, writeArchive } from "../flows/accounts/write-archive.ts"
import { logSecurity } from "../log.ts"
import { clearSessionCookie } from "../middleware/cookies.ts"
import { checkOwnPassword } from "../middleware/own-password.ts"
import { limitRate, rateRules } from "../rate-limit.ts"

/** The routes of the caller's whole account: to export as zip files, or to delete. */
export const archiveRoutes = new ApiRoutes()
  .serve(profile.archive, async (c) => ({ data: await planArchive(c.env, c.var.user.id) }))
  /** Deletes the account, which is irreversible. The password guards against a session left open. */
  .serve(profile.remove, async (c) => {
    const { id } = c.var.user
    await checkOwnPassword(c, c.req.valid("json").password)
    await deleteAccount(c, id)
    clearSessionCookie(c)
    logSecurity("account-deleted", { requestId: c.var.requestId, userId: id })
    return { data: { _id: id }, message: "Your account was deleted" }
  })
  .serve(profile.archivePart, async (c) => {
    const part = Number(/^part-(\d{1,6})\.zip$/.exec(c.req.param("part") ?? "")?.[1])
    await limitRate(c, rateRules.archiveByAccount, c.var.user.id)
    const zip = await writeArchive(c.env, await profileOf(c.env, c.var.user), part, Date.now())
    if (!zip) throw new ApiError("not-found", "The archive has no such part")
    return c.body(zip, 200, {
      "content-type": "application/zip",
      "content-disposition": `attachment; filename="sheetsmith-account-part-${part}.zip"`,
    })
  })
