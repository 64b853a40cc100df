import { Hono } from "hono"
import { ApiError } from "../../contract/error.ts"
import { planArchive, writeArchive } from "../jobs/write-archive.ts"
import type { AppEnv } from "../middleware/app-env.ts"
import { requireUser } from "../middleware/signed-in.ts"
import { profileOf } from "./profile.ts"

/** The signed-in person's whole account to take away, as one or more zip files. */
export const archiveRoutes = new Hono<AppEnv>()
  .get("/profile/archive", requireUser, async (c) =>
    c.json({ data: await planArchive(c.env, c.var.user.id) }),
  )
  .get("/profile/archive/:part", requireUser, async (c) => {
    const part = Number(/^part-(\d{1,6})\.zip$/.exec(c.req.param("part"))?.[1])
    const zip = await writeArchive(c.env, await profileOf(c.env, c.var.user), part, Date.now())
    if (!zip) throw new ApiError("not-found", "The archive has no such part")
    return c.body(zip, 200, {
      "content-type": "application/zip",
      "content-disposition": `attachment; filename="sheetsmith-account-part-${part}.zip"`,
    })
  })
