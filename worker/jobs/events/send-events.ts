import { DAY_MS, doublingPauseMs, HOUR_MS, MINUTE_MS } from "../../../contract/duration.ts"
import { TEST_EVENT } from "../../../contract/events/event.ts"
import { type Id, makeId } from "../../../contract/id.ts"
import { EVENT_TRY_DAYS } from "../../../contract/limit.ts"
import { type Database, databaseOf } from "../../data/database.ts"
import {
  type EventDeliveryRow,
  hasWaitedSince,
  listDueDeliveries,
  noteFailed,
  noteTaken,
  putOffDeliveries,
} from "../../data/events/event-delivery-rows.ts"
import {
  CLOCK_MS,
  claimEndpoint,
  type EndpointLease,
  type EventEndpointRow,
  noteSlow,
  releaseEndpoint,
  switchOff,
  takeEndpoint,
  takeSlowEndpoint,
} from "../../data/events/event-endpoint-rows.ts"
import { type Env, settingsOf } from "../../env.ts"
import { openSecrets } from "../../flows/events/endpoint-secrets.ts"
import { eventBody } from "../../flows/events/event-replies.ts"
import { queueEndpoint } from "../../flows/events/queue-events.ts"
import { within } from "../../isolate/within.ts"
import { signEvent } from "../../secrets/event-signature.ts"
import { type Answer, GONE, postEvent, SILENT } from "../../services/events/post-event.ts"
import { works } from "../../work/works.ts"

export type EventLane = "quick" | "slow"

/** The time for an answer, where others wait behind it and where they do not. */
const ANSWER_MS: Record<EventLane, number> = { quick: 2_000, slow: 15_000 }
/** The events of one message, and the time after which none is begun. */
const EVENTS_A_MESSAGE = 20
const SLICE_MS: Record<EventLane, number> = { quick: 4_000, slow: 20_000 }
/** The wait for a turn while other slow endpoints of the account are called. */
const TURN_PAUSE_S = 5
/** The pauses of an event that is refused, and of an endpoint that takes nothing. */
const eventPauses = { firstMs: 5_000, longestMs: 6 * HOUR_MS }
const endpointPauses = { firstMs: 5_000, longestMs: works.endpoint.longestPauseMs }
/** The failures in a row after which an endpoint rests: one event alone may be what it cannot take. */
const MOST_FAILURES = 2
/** The time within which an event is first tried, beside many others. */
const FIRST_TRY_MS = HOUR_MS
/** The longest pause that a message waits for; longer ones are the sweep's. */
const MAX_DELAY_MS = MINUTE_MS

/**
 * Sends what is due for an endpoint, one event after the other, and queues the rest. One that is silent in the quick lane
 * goes on in the slow one. A message whose lease is over does nothing.
 */
export async function sendEvents(env: Env, message: EndpointLease, lane: EventLane): Promise<void> {
  const db = databaseOf(env)
  const nowMs = Date.now()
  const lease = { id: message.id, untilMs: Math.max(nowMs + works.endpoint.leaseMs, message.untilMs + 1) }
  const row =
    lane === "quick"
      ? await takeEndpoint(db, message, lease.untilMs)
      : await takeSlowEndpoint(db, message, { nowMs, untilMs: lease.untilMs })
  if (!row) return lane === "slow" ? waitForTurn(env, message, nowMs) : undefined
  const outcome = await sendSlice(env, row, lease, lane)
  if (outcome !== "lost") await goOn(env, lease, outcome.restsUntilMs)
}

type Outcome = { restsUntilMs: number } | "lost"

/**
 * Sends some events, each subject's in their order; returns until when the endpoint rests. `lost`: another Worker has taken
 * over.
 */
async function sendSlice(
  env: Env,
  row: EventEndpointRow,
  lease: EndpointLease,
  lane: EventLane,
): Promise<Outcome> {
  const db = databaseOf(env)
  const sinceMs = Date.now()
  const limit = EVENTS_A_MESSAGE
  const deliveries = bySubject(await listDueDeliveries(db, row.id, { nowMs: sinceMs, limit }))
  /** The delivery that a subject's later ones wait for. */
  const waiting = new Map<Id, Id>()
  const outcome = await sendInTurn(env, row, { lease, lane, sinceMs, deliveries, waiting })
  const waits = deliveries.flatMap(({ id, event }) => {
    const earlierId = waiting.get(event.subjectId)
    return earlierId === undefined || earlierId >= id ? [] : [{ id, earlierId }]
  })
  if (waits.length > 0) await putOffDeliveries(db, waits)
  return outcome
}

/** Returns deliveries with each subject's in their order, at the places that these have among the others. */
function bySubject(rows: readonly EventDeliveryRow[]): EventDeliveryRow[] {
  const inOrder = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const own = Map.groupBy(inOrder, ({ event }) => event.subjectId)
  return rows.flatMap(({ event }) => own.get(event.subjectId)?.shift() ?? [])
}

type Slice = {
  lease: EndpointLease
  lane: EventLane
  sinceMs: number
  deliveries: readonly EventDeliveryRow[]
  waiting: Map<Id, Id>
}

async function sendInTurn(
  env: Env,
  row: EventEndpointRow,
  { lease, lane, sinceMs, deliveries, waiting }: Slice,
): Promise<Outcome> {
  const db = databaseOf(env)
  const secrets = await openSecrets(env, row, sinceMs)
  let { failingSince, failures: earlier } = row
  let failures = 0
  for (const delivery of deliveries.slice(0, EVENTS_A_MESSAGE)) {
    const { subjectId } = delivery.event
    if (waiting.has(subjectId)) continue
    if (delivery.retryAt !== null && delivery.retryAt > sinceMs + CLOCK_MS) {
      waiting.set(subjectId, delivery.id)
      continue
    }
    const startedMs = Date.now()
    if (startedMs - sinceMs > SLICE_MS[lane]) break
    const answer = await send(env, row, { delivery, secrets, lane })
    const nowMs = Date.now()
    const tried = { ...answer, tookMs: nowMs - startedMs, nowMs }
    if (answer.message === null) {
      failingSince = null
      earlier = failures = 0
      const isSlow = tried.tookMs > ANSWER_MS.quick
      if (!(await noteTaken(db, lease, delivery.id, { ...tried, isSlow }))) return "lost"
      continue
    }
    if (answer === SILENT && lane === "quick") {
      await noteSlow(db, lease)
      return { restsUntilMs: 0 }
    }
    const retryAt = retryAtOf(delivery, nowMs)
    if (!(await noteFailed(db, lease, delivery.id, { ...tried, retryAt }))) return "lost"
    if (retryAt !== null) waiting.set(subjectId, delivery.id)
    failures += 1
    if (
      delivery.event.type !== TEST_EVENT &&
      (await isHopeless(db, delivery, { ...tried, retryAt, failingSince }))
    ) {
      await giveUp(env, row, lease, answer)
      return { restsUntilMs: 0 }
    }
    if (failures >= MOST_FAILURES || answer === SILENT)
      return { restsUntilMs: nowMs + doublingPauseMs(earlier + failures, endpointPauses) }
  }
  return { restsUntilMs: 0 }
}

type Sending = { delivery: EventDeliveryRow; secrets: readonly string[]; lane: EventLane }

async function send(
  env: Env,
  { url }: EventEndpointRow,
  { delivery, secrets, lane }: Sending,
): Promise<Answer> {
  if (secrets.length === 0) return { status: null, message: "Its secret is lost. Make a new one." }
  const id = delivery.eventId
  const body = JSON.stringify(eventBody(delivery.event))
  const sentAtS = Math.floor(Date.now() / 1000)
  const headers = {
    "webhook-id": id,
    "webhook-timestamp": String(sentAtS),
    "webhook-signature": signEvent(secrets, { id, sentAtS, body }),
  }
  const mostMs = ANSWER_MS[lane]
  const answer = await within(mostMs, postEvent(url, { headers, body, mostMs }, settingsOf(env)))
  return answer === "late" ? SILENT : answer
}

/** Returns when an event is tried again; null after three days, and for a test. */
function retryAtOf({ tries, openedAt, event }: EventDeliveryRow, nowMs: number): number | null {
  if (event.type === TEST_EVENT) return null
  const retryAt = nowMs + doublingPauseMs(tries + 1, eventPauses)
  return retryAt > openedAt + EVENT_TRY_DAYS * DAY_MS ? null : retryAt
}

type Failure = Pick<Answer, "status"> & { nowMs: number; retryAt: number | null; failingSince: number | null }

/**
 * Returns true for an endpoint that says itself that it wants no more, or has taken nothing for as long as an event is tried:
 * one that is given up now, or one that waits while newer ones, tried less, go before it.
 */
async function isHopeless(
  db: Database,
  { endpointId, openedAt }: EventDeliveryRow,
  { status, nowMs, retryAt, failingSince }: Failure,
): Promise<boolean> {
  if (status === GONE) return true
  if (failingSince === null) return false
  if (retryAt === null) return failingSince <= openedAt + FIRST_TRY_MS
  const sinceMs = nowMs - EVENT_TRY_DAYS * DAY_MS
  return failingSince <= sinceMs && (await hasWaitedSince(db, endpointId, sinceMs))
}

async function giveUp(
  env: Env,
  row: EventEndpointRow,
  lease: EndpointLease,
  { message }: Answer,
): Promise<void> {
  const nowMs = Date.now()
  const reason = message ?? ""
  await switchOff(databaseOf(env), lease, {
    problem: `It was switched off. ${reason}`,
    notice: {
      id: makeId(nowMs),
      userId: row.userId,
      causeKey: `event-endpoint:${row.id}:${row.updatedAt}`,
      type: "profile",
      message: `Events are no longer sent to ${new URL(row.url).host}. ${reason} Once that is mended, switch it on again under Developers.`,
      attachmentId: null,
      createdAtMs: nowMs,
    },
  })
}

/**
 * Queues the endpoint's next turn, if that is soon. One that does not rest is looked at each minute, so that new events do not
 * wait for an old one.
 */
async function goOn(env: Env, lease: EndpointLease, restsUntilMs: number): Promise<void> {
  const db = databaseOf(env)
  const next = await releaseEndpoint(db, lease, { restsUntilMs, lookAtMs: Date.now() + MAX_DELAY_MS })
  if (next?.retryAt == null) return
  const pauseMs = Math.max(0, next.retryAt - Date.now())
  if (pauseMs > MAX_DELAY_MS) return
  const untilMs = Date.now() + pauseMs + works.endpoint.leaseMs
  if (await claimEndpoint(db, next, untilMs))
    await queueEndpoint(env, { id: next.id, untilMs }, next.isSlow, Math.ceil(pauseMs / 1000))
}

/** Queues the endpoint again, unless another message has it by now. */
async function waitForTurn(env: Env, { id, untilMs }: EndpointLease, nowMs: number): Promise<void> {
  const nextMs = nowMs + TURN_PAUSE_S * 1000 + works.endpoint.leaseMs
  if (await claimEndpoint(databaseOf(env), { id, retryAt: untilMs }, nextMs))
    await queueEndpoint(env, { id, untilMs: nextMs }, true, TURN_PAUSE_S)
}
