import { queryOptions } from "@tanstack/react-query"
import type { z } from "zod"
import { eventEndpoints } from "../../../contract/api/event-endpoint-api.ts"
import type { NewEventEndpoint } from "../../../contract/events/event-endpoint.ts"
import type { Id } from "../../../contract/id.ts"
import type { BodyOf } from "../../../contract/route.ts"
import { api, apiData } from "../../lib/api.ts"
import { refresh } from "../../lib/query-client.ts"

/** The last deliveries that are shown. */
const SHOWN = 25

export function endpointsOptions(userId: Id) {
  return queryOptions({
    queryKey: ["event-endpoints", userId],
    queryFn: () => apiData(eventEndpoints.list),
  })
}

export function eventDeliveriesOptions(id: Id) {
  return queryOptions({
    queryKey: ["event-endpoints", "deliveries", id],
    queryFn: () => apiData(eventEndpoints.deliveries, { params: { id }, query: { limit: SHOWN } }),
  })
}

/** Adds an endpoint; the reply alone has its secret. */
export async function addEndpoint(
  body: z.input<BodyOf<typeof eventEndpoints.add>>,
): Promise<NewEventEndpoint> {
  const made = await apiData(eventEndpoints.add, { body })
  void refresh("event-endpoints")
  return made
}

/** Makes a new secret; the reply alone has it. */
export async function rotateSecret(id: Id): Promise<NewEventEndpoint> {
  const made = await apiData(eventEndpoints.rotate, { params: { id } })
  void refresh("event-endpoints")
  return made
}

/** Changes an endpoint; returns the server's message. */
export async function changeEndpoint(
  id: Id,
  body: z.input<BodyOf<typeof eventEndpoints.update>>,
): Promise<string> {
  return said(() => api(eventEndpoints.update, { params: { id }, body }))
}

/** Deletes an endpoint; returns the server's message. */
export async function deleteEndpoint(id: Id): Promise<string> {
  return said(() => api(eventEndpoints.remove, { params: { id } }))
}

/** Sends a test; returns whether it was taken, and what to say. */
export async function testEndpoint(id: Id): Promise<{ works: boolean; message: string }> {
  try {
    const { data, message } = await api(eventEndpoints.test, { params: { id } })
    return { works: data.state === "sent", message }
  } finally {
    void refresh("event-endpoints")
  }
}

/** Sends an event once more; returns the server's message. */
export async function replayDelivery(id: Id, deliveryId: Id): Promise<string> {
  return said(() => api(eventEndpoints.replay, { params: { id, deliveryId } }))
}

async function said(call: () => Promise<{ message: string }>): Promise<string> {
  try {
    return (await call()).message
  } finally {
    void refresh("event-endpoints")
  }
}
