import { queryOptions } from "@tanstack/react-query"
import { notifications } from "../../../contract/api/live-api.ts"
import type { Id } from "../../../contract/id.ts"
import { api, apiData } from "../../lib/api.ts"
import { queryClient, refresh } from "../../lib/query-client.ts"

/** What one look takes in; older ones move up as these are deleted. */
const SHOWN = 25

export const notificationsQuery = queryOptions({
  queryKey: ["notifications"],
  queryFn: () => api(notifications.list, { query: { limit: SHOWN } }),
})

export async function deleteNotification(id: Id): Promise<void> {
  await apiData(notifications.remove, { params: { id } })
}

/** News that was taken from the bell: a page and its modal may both ask for it. */
const forgotten = new Set<string>()

/** Takes a finished print's news from the bell: the seller has been told. */
export async function forgetPrintNews(printId: string): Promise<void> {
  const { data } = await queryClient.fetchQuery({ ...notificationsQuery, staleTime: 0 })
  const told = data.filter(
    ({ _id, type, attachmentId }) => type === "print" && attachmentId === printId && !forgotten.has(_id),
  )
  if (told.length === 0) return
  try {
    await Promise.all(told.map(({ _id }) => forget(_id)))
  } finally {
    await refresh("notifications")
  }
}

/** What could not be deleted is in the bell again, and forgotten at the next look. */
async function forget(id: Id): Promise<void> {
  forgotten.add(id)
  try {
    await deleteNotification(id)
  } catch (error) {
    forgotten.delete(id)
    throw error
  }
}

/** Deletes all up to that moment: what arrives meanwhile has not been seen and stays. */
export async function clearNotifications(until: string): Promise<void> {
  await apiData(notifications.clear, { query: { until } })
}
