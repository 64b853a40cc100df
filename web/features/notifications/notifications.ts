import { queryOptions } from "@tanstack/react-query"
import type { Id } from "../../../contract/id.ts"
import { notificationSchema } from "../../../contract/live.ts"
import { apiList, apiSend } from "../../lib/api.ts"

export const notificationsQuery = queryOptions({
  queryKey: ["notifications"],
  queryFn: () => apiList("/notifications", notificationSchema),
})

export function deleteNotification(id: Id): Promise<undefined> {
  return apiSend("DELETE", `/notifications/${id}`)
}
