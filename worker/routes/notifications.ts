import { Hono } from "hono"
import { ApiError } from "../../contract/error.ts"
import { listQuerySchema } from "../../contract/list.ts"
import { databaseOf } from "../data/database.ts"
import { deleteNotification, listNotifications, type NotificationRow } from "../data/notification.ts"
import type { AppEnv } from "../middleware/app-env.ts"
import { requireUser } from "../middleware/signed-in.ts"
import { idOf, queryOf } from "../middleware/valid.ts"

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
  .delete("/notifications/:id", async (c) => {
    const id = idOf(c, "notification")
    if (!(await deleteNotification(databaseOf(c.env), c.var.user.id, id)))
      throw new ApiError("not-found", "This notification does not exist")
    return c.json({ data: { _id: id }, message: "Notification deleted" })
  })

function notificationReply({ id, type, message, attachmentId, createdAt }: NotificationRow) {
  return { _id: id, type, message, attachmentId, createdAt: new Date(createdAt).toISOString() }
}
