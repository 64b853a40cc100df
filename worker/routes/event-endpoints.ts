import type { Context } from "hono"
import { eventEndpoints } from "../../contract/api/event-endpoint-api.ts"
import { ApiError, unknown } from "../../contract/error.ts"
import type { EventDelivery } from "../../contract/events/event-delivery.ts"
import type { NewEventEndpoint } from "../../contract/events/event-endpoint.ts"
import { type Id, makeId } from "../../contract/id.ts"
import { MAX_EVENT_ENDPOINTS, MAX_SIGNING_SECRETS } from "../../contract/limit.ts"
import { ApiRoutes } from "../api-routes.ts"
import type { AppEnv } from "../app-env.ts"
import { databaseOf } from "../data/database.ts"
import {
  findEventDelivery,
  insertTestEvent,
  listEventDeliveries,
  reopenDelivery,
} from "../data/events/event-delivery-rows.ts"
import {
  deleteEventEndpoint,
  type EventEndpointRow,
  findEventEndpoint,
  insertEventEndpoint,
  listEventEndpoints,
  storeSecrets,
  updateEventEndpoint,
} from "../data/events/event-endpoint-rows.ts"
import { readerOf } from "../data/reader.ts"
import { settingsOf } from "../env.ts"
import { livingSecrets, openSecrets, rotated, storedSecret } from "../flows/events/endpoint-secrets.ts"
import { deliveryReply, endpointReply } from "../flows/events/event-replies.ts"
import { tellNow } from "../flows/events/queue-events.ts"
import { madeOnce, newIdOf, removeOnce } from "../flows/programs/change-once.ts"
import { logSecurity } from "../log.ts"
import { limitRate, rateRules } from "../rate-limit.ts"
import { makeSigningSecret } from "../secrets/event-signature.ts"
import { endpointProblem } from "../services/delivery/outside-address.ts"
import { idOf } from "../valid.ts"

/** The time for which the answer to a test is waited for, and the pause between two looks at it. */
const TEST_MS = 20_000
const LOOK_MS = 250

/** The addresses of programs that are told of events. */
export const eventEndpointsRoutes = new ApiRoutes()
  .serve(eventEndpoints.list, async (c) => {
    return { data: (await listEventEndpoints(databaseOf(c.env), c.var.user.id)).map(endpointReply) }
  })
  .serve(eventEndpoints.add, async (c) => {
    const input = c.req.valid("json")
    refuseAddress(c, input.url)
    const db = databaseOf(c.env)
    const userId = c.var.user.id
    const nowMs = Date.now()
    const id = newIdOf(c, nowMs)
    const make = async () => {
      const secrets = [await storedSecret(c.env, id, makeSigningSecret())]
      const row = await insertEventEndpoint(db, { ...input, id, userId, secrets, createdAt: nowMs })
      if (row) return row
      throw new ApiError("conflict", `An account has at most ${MAX_EVENT_ENDPOINTS} endpoints for events`)
    }
    const row = await madeOnce(c, make, () => findEventEndpoint(db, userId, id))
    logSecurity("event-endpoint-made", { requestId: c.var.requestId, userId, endpointId: id })
    return {
      data: await withSecret(c, row),
      message: "Endpoint added. Copy its secret now: it is not shown again.",
    }
  })
  .serve(eventEndpoints.one, async (c) => ({ data: endpointReply(await ownEndpoint(c)) }))
  .serve(eventEndpoints.update, async (c) => {
    const change = c.req.valid("json")
    if (change.url !== undefined) refuseAddress(c, change.url)
    const key = { id: idOf(c, "endpoint"), userId: c.var.user.id, nowMs: Date.now() }
    const row = await updateEventEndpoint(databaseOf(c.env), key, change)
    if (!row) throw unknown("endpoint")
    return { data: endpointReply(row), message: "Endpoint saved" }
  })
  .serve(eventEndpoints.remove, async (c) => {
    const id = idOf(c, "endpoint")
    await removeOnce(c, "endpoint", () => deleteEventEndpoint(databaseOf(c.env), c.var.user.id, id))
    return { data: { _id: id }, message: "Endpoint deleted" }
  })
  .serve(eventEndpoints.rotate, async (c) => {
    const row = await ownEndpoint(c)
    const nowMs = Date.now()
    const living = livingSecrets(row, nowMs)
    if (living.length >= MAX_SIGNING_SECRETS)
      throw new ApiError(
        "conflict",
        `At most ${MAX_SIGNING_SECRETS} secrets sign together. Each old one ends a day after it was replaced.`,
      )
    const secrets = rotated(living, await storedSecret(c.env, row.id, makeSigningSecret()), nowMs)
    if (!(await storeSecrets(databaseOf(c.env), row, secrets)))
      throw new ApiError("conflict", "Its secret was changed just now. Try again.")
    logSecurity("event-secret-rotated", {
      ...{ requestId: c.var.requestId, userId: row.userId, endpointId: row.id },
    })
    return {
      data: await withSecret(c, { ...row, secrets }),
      message: "Copy the new secret now: it is not shown again. The old one signs as well for 24 hours.",
    }
  })
  .serve(eventEndpoints.test, async (c) => {
    const row = await ownEndpoint(c)
    await limitRate(c, rateRules.deliveryTestByAccount, row.userId)
    const nowMs = Date.now()
    const key = { endpointId: row.id, id: newIdOf(c, nowMs), userId: row.userId }
    await insertTestEvent(databaseOf(c.env), {
      ...key,
      deliveryId: key.id,
      eventId: testEventId(nowMs),
      nowMs,
    })
    await tellNow(c.env, row.id)
    const data = await answered(c, key, nowMs + TEST_MS)
    return { data, message: wordsOf(data) }
  })
  .serve(eventEndpoints.deliveries, async (c) => {
    const { id: endpointId, userId } = await ownEndpoint(c)
    const db = databaseOf(c.env)
    const key = { ...c.req.valid("query"), endpointId, userId }
    const { rows, pagination } = await listEventDeliveries(db, readerOf(db), key)
    return { data: rows.map(deliveryReply), pagination }
  })
  .serve(eventEndpoints.replay, async (c) => {
    const { id: endpointId, userId } = await ownEndpoint(c)
    const db = databaseOf(c.env)
    const key = { userId, endpointId, id: idOf(c, "delivery", "deliveryId") }
    if (!(await findEventDelivery(db, key))) throw unknown("delivery")
    if (!(await reopenDelivery(db, key, Date.now())))
      throw new ApiError("conflict", "This endpoint is switched off. Switch it on first.")
    await tellNow(c.env, endpointId)
    const row = await findEventDelivery(db, key)
    if (!row) throw unknown("delivery")
    return { data: deliveryReply(row), message: "The event is sent again" }
  })

/** Returns an id whose counter is as of the first event of its millisecond: triggers go on from the newest one. */
function testEventId(nowMs: number): Id {
  const random = crypto.getRandomValues(new Uint8Array(10))
  random.fill(0, 0, 2)
  return makeId(nowMs, random)
}

async function ownEndpoint(c: Context<AppEnv>): Promise<EventEndpointRow> {
  const row = await findEventEndpoint(databaseOf(c.env), c.var.user.id, idOf(c, "endpoint"))
  if (!row) throw unknown("endpoint")
  return row
}

function refuseAddress(c: Context<AppEnv>, url: string): void {
  const problem = endpointProblem(url, settingsOf(c.env).APP_ORIGIN)
  if (problem !== null) throw new ApiError("unprocessable", problem, { fields: { url: problem } })
}

async function withSecret(c: Context<AppEnv>, row: EventEndpointRow): Promise<NewEventEndpoint> {
  const [secret] = await openSecrets(c.env, row, Date.now())
  if (secret === undefined) throw new Error(`the secret of endpoint ${row.id} does not open`)
  return { ...endpointReply(row), secret }
}

/** Returns a delivery once it has been tried, or as it is by then. */
async function answered(
  c: Context<AppEnv>,
  key: { userId: Id; endpointId: Id; id: Id },
  untilMs: number,
): Promise<EventDelivery> {
  for (;;) {
    const row = await findEventDelivery(databaseOf(c.env), key)
    if (!row) throw unknown("endpoint")
    if (row.state !== "waiting" || Date.now() + LOOK_MS > untilMs) return deliveryReply(row)
    await scheduler.wait(LOOK_MS)
  }
}

function wordsOf({ state, status, message }: EventDelivery): string {
  switch (state) {
    case "sent":
      return `It works: the server took the event (${status}).`
    case "failed":
      return message ?? "The server did not take the event."
    case "waiting":
      return "The server has not answered yet. What comes of it is listed under its deliveries."
  }
}
