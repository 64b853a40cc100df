import type { Context } from "hono"
import { seenBy } from "../../contract/accounts/role.ts"
import { manifests } from "../../contract/api/print-api.ts"
import { unknown } from "../../contract/error.ts"
import { makeId } from "../../contract/id.ts"
import { type Manifest, type ManifestTick, readLabelCode } from "../../contract/prints/manifest.ts"
import { ApiRoutes } from "../api-routes.ts"
import type { AppEnv } from "../app-env.ts"
import { databaseOf } from "../data/database.ts"
import { areOwnCopies, findCopy, storeTicks } from "../data/prints/manifest-rows.ts"
import { settingsOf } from "../env.ts"
import { manifestCsv } from "../files/manifest-csv.ts"
import { manifestPage } from "../files/manifest-page.ts"
import { readManifest } from "../flows/prints/read-manifest.ts"
import { hubOf } from "../hub-stub.ts"
import { ownPrint, visiblePrint } from "../middleware/print-access.ts"
import { requireUserWithin } from "../middleware/signed-in.ts"
import { rateRules } from "../rate-limit.ts"
import { refuseRealPrint } from "../refuse-real-print.ts"

/** The place of each copy on a print's sheets, its order, and the press's progress. */
export const manifestRoutes = new ApiRoutes()
  .serve(manifests.one, async (c) => ({ data: await manifestOf(c) }))
  .serve(
    manifests.tick,
    async (c) => {
      const print = await ownPrint(c)
      refuseRealPrint(print, c.var.token)
      const { id: printId, userId } = print
      const ticks = lastOfEach(c.req.valid("json").ticks)
      const nowMs = Date.now()
      const db = databaseOf(c.env)
      if (!(await areOwnCopies(db, printId, ticks))) throw unknown("copy")
      await storeTicks(db, { printId, ticks, doneBy: c.var.member?.person.id ?? null }, nowMs)
      const event = { kind: "manifest" as const, data: { printId, ticks } }
      await hubOf(c.env, userId).publish({ userId, key: `manifest:${makeId(nowMs)}`, event })
      return { data: { printId, ticks } }
    },
    [requireUserWithin(rateRules.tickByAccount)],
  )
  .serve(manifests.find, async (c) => {
    const code = readLabelCode(c.req.param("code") ?? "")
    const copy = code && (await findCopy(databaseOf(c.env), c.var.user.id, code))
    if (!copy) throw unknown("code")
    return { data: { ...copy, copy: code.copy } }
  })
  .serve(manifests.csv, async (c) => {
    const manifest = await manifestOf(c)
    return c.body(manifestCsv(manifest), 200, {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${manifest.printId.slice(-6)}-manifest.csv"`,
    })
  })
  .serve(manifests.html, async (c) => c.html(manifestPage(await manifestOf(c), settingsOf(c.env).APP_ORIGIN)))

/** Returns the manifest as the caller may see it, in whatever form it is then sent. */
async function manifestOf(c: Context<AppEnv>): Promise<Manifest> {
  return seenBy(c.var.member?.role ?? "owner", await readManifest(c.env, await visiblePrint(c)))
}

/** Returns one tick for each copy: of two in one call, the later counts. */
function lastOfEach(ticks: readonly ManifestTick[]): ManifestTick[] {
  return [...new Map(ticks.map((tick) => [`${tick.itemId} ${tick.copy}`, tick])).values()]
}
