import { shares } from "../../contract/api/share-api.ts"
import type { Share } from "../../contract/delivery/share.ts"
import { sharePath, zipPath } from "../../contract/delivery/share-path.ts"
import { ApiError, unknown } from "../../contract/error.ts"
import { ApiRoutes } from "../api-routes.ts"
import { databaseOf, envOf } from "../data/database.ts"
import { endShare, listShares, type ShareRow } from "../data/delivery/share-rows.ts"
import { openLink, viewLink } from "../flows/delivery/open-link.ts"
import { sharePrints } from "../flows/delivery/share-prints.ts"
import { noteShopPrinted, takeBackShopPrinted } from "../flows/orders/note-shop-printed.ts"
import { removeOnce } from "../flows/programs/change-once.ts"
import { limitRate, rateRules } from "../rate-limit.ts"
import { idOf } from "../valid.ts"

/** The links for the shop that prints: made and ended by the seller, opened by anyone who has them. */
export const sharesRoutes = new ApiRoutes()
  .serve(shares.list, async (c) => {
    const rows = await listShares(databaseOf(c.env), c.var.user.id, c.req.valid("query").printId)
    return { data: rows.map(shareOf) }
  })
  .serve(shares.add, async (c) => {
    await limitRate(c, rateRules.shareByAccount, c.var.user.id)
    const row = await sharePrints(c.env, c.var.user.id, c.req.valid("json").printIds)
    return { data: shareOf(row), message: "Link made" }
  })
  .serve(shares.end, async (c) => {
    const id = idOf(c, "link")
    await removeOnce(c, "link", () => endShare(databaseOf(c.env), c.var.user.id, id, Date.now()))
    return { data: { _id: id }, message: "The link has ended" }
  })
  .serve(shares.view, async (c) => {
    const token = c.req.param("token") ?? ""
    const link = await openLink(c.env, token)
    await limitRate(c, rateRules.shareByToken, token)
    return { data: viewLink(token, link) }
  })
  .serve(shares.printed, async (c) => {
    const token = c.req.param("token") ?? ""
    const { number, isPrinted } = c.req.valid("json")
    const { place, prints } = await openLink(c.env, token)
    const print = prints.find((candidate) => candidate.number === number)
    if (!print) throw unknown("print")
    await limitRate(c, rateRules.shopPrintedByToken, token)
    const nowMs = Date.now()
    const env = envOf(c.env, place)
    if (isPrinted) {
      const shopPrintedAt = await noteShopPrinted(env, print.printId, nowMs)
      return { data: { number, shopPrintedAt }, message: "The seller has been notified" }
    }
    if (!(await takeBackShopPrinted(env, print.printId, nowMs)))
      throw new ApiError("conflict", "It is too late to undo this. Please tell the seller.")
    return { data: { number, shopPrintedAt: null }, message: "The print is marked as not printed" }
  })

function shareOf({ id, token, prints, createdAt }: ShareRow): Share {
  return {
    _id: id,
    path: sharePath(token),
    zipPath: zipPath(token),
    prints,
    createdAt: new Date(createdAt).toISOString(),
  }
}
