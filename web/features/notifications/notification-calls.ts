import { queryOptions } from "@tanstack/react-query"
import { notifications } from "../../../contract/api/live-api.ts"
import type { Id } from "../../../contract/id.ts"
import { api, apiData } from "../../lib/api.ts"
import { queryClient, refresh } from "../../lib/query-client.ts"

/** The number of notifications loaded at once; older ones move up as these are deleted. */
const SHOWN = 25

export const notificationsQuery = queryOptions({
  queryKey: ["notifications"],
  queryFn: () => api(notifications.list, { query: { limit: SHOWN } }),
})

export async function deleteNotification(id: Id): Promise<void> {
  await apiData(notifications.remove, { params: { id } })
}

/** Notifications already deleted: a page and its modal may both delete the same ones. */
const forgotten = new Set<string>()

/** Deletes a finished print's notifications, because the seller has seen it. */
export async function forgetPrintNews(printId: string): Promise<void> {
  const { data } = await queryClient.fetchQuery({ ...notificationsQuery, staleTime: 0 })
  const news = data.filter(
    ({ _id, type, attachmentId }) => type === "print" && attachmentId === printId && !forgotten.has(_id),
  )
  if (news.length === 0) return
  try {
    await Promise.all(news.map(({ _id }) => forget(_id)))
  } finally {
    await refresh("notifications")
  }
}

/** Deletes one notification; if that fails it is in the bell again, and deleted the next time. */
async function forget(id: Id): Promise<void> {
  forgotten.add(id)
  try {
    await deleteNotification(id)
  } catch (error) {
    forgotten.delete(id)
    throw error
  }
}

/** Deletes all up to that moment: newer ones have not been seen and stay. */
export async function clearNotifications(until: string): Promise<void> {
  await apiData(notifications.clear, { query: { until } })
}
