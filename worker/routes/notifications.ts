import { Hono } from "hono"
import { z } from "zod"
import { ApiError } from "../../contract/error.ts"
import { listQuerySchema } from "../../contract/list.ts"
import { databaseOf } from "../data/database.ts"
import {
  deleteNotification,
  deleteNotificationsUntil,
  listNotifications,
  type NotificationRow,
} from "../data/notification-rows.ts"
import type { AppEnv } from "../middleware/app-env.ts"
import { requireUser } from "../middleware/signed-in.ts"
import { idOf, queryOf } from "../middleware/valid.ts"

/** The newest one that was seen; without it, all until now go. */
const clearSchema = z.object({
  until: z.iso.datetime({ error: "until must be a moment, such as 2026-11-20T12:00:00Z" }).optional(),
})

/** What has happened to the seller's things, newest first. */
export const notificationsRoutes = new Hono<AppEnv>()
  .use("/notifications/*", requireUser)
  .get("/notifications", queryOf(listQuerySchema), async (c) => {
    const { rows, pagination } = await listNotifications(
      databaseOf(c.env),
      c.var.user.id,
      c.req.valid("query"),
    )
    return c.json({ data: rows.map(notificationReply), pagination })
  })
  .delete("/notifications", queryOf(clearSchema), async (c) => {
    const { until } = c.req.valid("query")
    await deleteNotificationsUntil(
      databaseOf(c.env),
      c.var.user.id,
      until === undefined ? Date.now() : Date.parse(until),
    )
    return c.json({ data: null, message: "Notifications deleted" })
  })
  .delete("/notifications/:id", async (c) => {
    const id = idOf(c, "notification")
    if (!(await deleteNotification(databaseOf(c.env), c.var.user.id, id)))
      throw new ApiError("not-found", "This notification does not exist")
    return c.json({ data: { _id: id }, message: "Notification deleted" })
  })

function notificationReply({ id, type, message, attachmentId, createdAt }: NotificationRow) {
  return { _id: id, type, message, attachmentId, createdAt: new Date(createdAt).toISOString() }
}
