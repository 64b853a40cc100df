import { queryOptions } from "@tanstack/react-query"
import { destinations } from "../../../contract/api/destination-api.ts"
import type { Destination, DestinationInput } from "../../../contract/delivery/destination.ts"
import { MAX_PAGE_SIZE } from "../../../contract/limit.ts"
import { api } from "../../lib/api.ts"
import { refresh } from "../../lib/query-client.ts"
import type { Deletion } from "./size-calls.ts"

/** Lists every destination: those that come with the app, then the seller's own by name. */
export function destinationsOptions() {
  return queryOptions({
    queryKey: ["destinations"],
    queryFn: () => api(destinations.list, { query: { limit: MAX_PAGE_SIZE, sortBy: "name", sort: "asc" } }),
  })
}

/** Makes a destination, or changes the one with this id; returns it with the server's message. */
export async function saveDestination(
  id: string | null,
  input: DestinationInput,
): Promise<{ message: string; data: Destination }> {
  const reply =
    id === null
      ? await api(destinations.add, { body: input })
      : await api(destinations.update, { params: { id }, body: input })
  await refresh("destinations", "sheet-templates")
  return reply
}

/** Deletes a destination; templates that named it have none then. */
export async function deleteDestination(id: string): Promise<Deletion> {
  const { message, data } = await api(destinations.remove, { params: { id } })
  await refresh("destinations", "sheet-templates")
  return { message, undoId: data.undoId }
}

/** Uploads the colour profile of a destination's press; returns the server's message. */
export async function uploadProfile(id: string, file: File): Promise<string> {
  const { message } = await api(destinations.setProfile, { params: { id }, body: file })
  await refresh(...profiled)
  return message
}

export async function removeProfile(id: string): Promise<string> {
  const { message } = await api(destinations.removeProfile, { params: { id } })
  await refresh(...profiled)
  return message
}

/** What a profile changes: also what is found about images, and how they are proofed. */
const profiled = ["destinations", "sheet-templates", "images", "prints"]
