import { doerOf } from "../../contract/accounts/doer.ts"
import { notifications } from "../../contract/api/live-api.ts"
import { ApiRoutes } from "../api-routes.ts"
import {
  deleteNotification,
  deleteNotificationsUntil,
  listNotifications,
  type NotificationRow,
  PROOF_CAUSE,
} from "../data/accounts/notification-rows.ts"
import { databaseOf } from "../data/database.ts"
import { nameDoers } from "../flows/accounts/name-doers.ts"
import { removeOnce } from "../flows/programs/change-once.ts"
import { idOf } from "../valid.ts"

export const notificationsRoutes = new ApiRoutes()
  .serveRead(notifications.list, async (c, { userId, read }) => {
    const { rows, pagination } = await listNotifications(
      read,
      { userId, isOwner: !c.var.member },
      c.req.valid("query"),
    )
    return { data: await nameDoers(c.env, rows.map(notificationReply)), pagination }
  })
  .serve(notifications.clear, async (c) => {
    const { until } = c.req.valid("query")
    await deleteNotificationsUntil(
      databaseOf(c.env),
      { userId: c.var.user.id, isOwner: !c.var.member },
      until === undefined ? Date.now() : Date.parse(until),
    )
    return { data: null, message: "Notifications deleted" }
  })
  .serve(notifications.remove, async (c) => {
    const id = idOf(c, "notification")
    await removeOnce(c, "notification", () =>
      deleteNotification(databaseOf(c.env), { userId: c.var.user.id, isOwner: !c.var.member, id }),
    )
    return { data: { _id: id }, message: "Notification deleted" }
  })

function notificationReply(row: NotificationRow) {
  const { id, type, causeKey, message, attachmentId, createdAt, doneBy, doneByName } = row
  return {
    _id: id,
    type: causeKey?.startsWith(PROOF_CAUSE) ? ("order" as const) : type,
    message,
    attachmentId,
    by: doerOf(doneBy, doneByName),
    createdAt: new Date(createdAt).toISOString(),
  }
}
