import { queryOptions } from "@tanstack/react-query"
import type { Id } from "../../../contract/id.ts"
import { type Notification, notificationSchema } from "../../../contract/live.ts"
import { apiList, apiSend } from "../../lib/api.ts"

export const notificationsQuery = queryOptions({
  queryKey: ["notifications"],
  queryFn: () => apiList("/notifications", notificationSchema),
})

export function deleteNotification(id: Id): Promise<undefined> {
  return apiSend("DELETE", `/notifications/${id}`)
}

/** Where a notification leads; null where it leads nowhere. */
export function notificationHref({
  type,
  attachmentId,
}: Pick<Notification, "type" | "attachmentId">): string | null {
  if (type === "print") return attachmentId === null ? "/prints" : `/prints/${attachmentId}`
  if (type === "image") return attachmentId === null ? "/images" : `/images?editImage=${attachmentId}`
  if (type === "payment") return "/profile#payments"
  if (type === "profile") return "/profile"
  return null
}
