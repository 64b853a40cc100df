import { queryOptions } from "@tanstack/react-query"
import { notifications } from "../../../contract/api/live-api.ts"
import type { Id } from "../../../contract/id.ts"
import { api, apiData } from "../../lib/api.ts"

/** What one look takes in; older ones move up as these are deleted. */
const SHOWN = 25

export const notificationsQuery = queryOptions({
  queryKey: ["notifications"],
  queryFn: () => api(notifications.list, { query: { limit: SHOWN } }),
})

export async function deleteNotification(id: Id): Promise<void> {
  await apiData(notifications.remove, { params: { id } })
}

/** Deletes all up to that moment: what arrives meanwhile has not been seen and stays. */
export async function clearNotifications(until: string): Promise<void> {
  await apiData(notifications.clear, { query: { until } })
}
