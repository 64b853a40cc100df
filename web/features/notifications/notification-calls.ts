import { queryOptions } from "@tanstack/react-query"
import type { Id } from "../../../contract/id.ts"
import { notificationSchema } from "../../../contract/live.ts"
import { apiList, apiSend } from "../../lib/api.ts"
import { formatQuery } from "../../lib/query-params.ts"

/** What one look takes in; older ones move up as these are deleted. */
const SHOWN = 25

export const notificationsQuery = queryOptions({
  queryKey: ["notifications"],
  queryFn: () => apiList("/notifications", notificationSchema, { limit: SHOWN }),
})

export function deleteNotification(id: Id): Promise<undefined> {
  return apiSend("DELETE", `/notifications/${id}`)
}

/** Deletes all up to that moment: what arrives meanwhile has not been seen and stays. */
export function clearNotifications(until: string): Promise<undefined> {
  return apiSend("DELETE", `/notifications${formatQuery({ until })}`)
}
