/** The tables of what has happened, and of the programs that are told. */

import { sql } from "drizzle-orm"
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import type { EventType, TEST_EVENT } from "../../../contract/events/event.ts"
import { eventDeliveryStates } from "../../../contract/events/event-delivery.ts"
import { user } from "../accounts/tables.ts"
import { flag, id, idOf, oneOf, partOf, time } from "../columns.ts"

/**
 * What has happened. Triggers write it, with the deliveries of those who listen, in the statement of the change itself: so no
 * change is without its event, and one that changes nothing has none. An account's ids only grow, also within a millisecond.
 */
export const event = sqliteTable(
  "event",
  {
    id: id(),
    userId: partOf("user_id", () => user.id),
    type: text("type").$type<EventType | typeof TEST_EVENT>().notNull(),
    /** The id of what it is about; that may be gone by now. */
    subjectId: idOf("subject_id").notNull(),
    /** True for a print or a job that a test token made. */
    isTest: flag("is_test").default(false),
    /** JSON: the rest of what it says (`contract/events/event-body.ts`). */
    data: text("data", { mode: "json" }).$type<object>().notNull().default({}),
    createdAt: time("created_at").notNull(),
  },
  (t) => [
    index("event_user").on(t.userId, t.id),
    /** An order that comes back from an undo is not created once more. */
    index("event_order").on(t.subjectId).where(sql`${t.type} = 'order.created'`),
  ],
)

/** A secret that signs, sealed. */
export type StoredSecret = {
  sealed: string
  /** The time from which it signs no more; null: it is the newest. */
  endsAt: number | null
}

/** An address of a program that is told of events. */
export const eventEndpoint = sqliteTable(
  "event_endpoint",
  {
    id: id(),
    userId: partOf("user_id", () => user.id),
    url: text("url").notNull(),
    /** JSON: the types that it is told of. */
    events: text("events", { mode: "json" }).$type<EventType[]>().notNull(),
    isActive: flag("is_active"),
    /** True if it is also told of prints and jobs that test tokens make. */
    takesTests: flag("takes_tests").default(false),
    /** JSON: its secrets, the newest first. */
    secrets: text("secrets", { mode: "json" }).$type<StoredSecret[]>().notNull(),
    /** The time since when every try has failed, and how many did; null: the last one went well. */
    failingSince: time("failing_since"),
    failures: integer("failures").notNull().default(0),
    /** The last failure in words, or why it was switched off. */
    problem: text("problem"),
    /** True if its last answer took long, or never came: it waits in the slow queue. */
    isSlow: flag("is_slow").default(false),
    /** The sweep's next turn with it; null: nothing is to be sent. */
    retryAt: time("retry_at"),
    /** The end of the lease of whoever sends to it; null: nobody does. */
    busyUntil: time("busy_until"),
    createdAt: time("created_at").notNull(),
    updatedAt: time("updated_at").notNull(),
  },
  (t) => [
    index("event_endpoint_user").on(t.userId, t.id),
    index("event_endpoint_due").on(t.retryAt).where(sql`${t.retryAt} IS NOT NULL`),
  ],
)

/** An event on its way to an endpoint. */
export const eventDelivery = sqliteTable(
  "event_delivery",
  {
    id: id(),
    userId: partOf("user_id", () => user.id),
    endpointId: partOf("endpoint_id", () => eventEndpoint.id),
    eventId: partOf("event_id", () => event.id),
    state: text("state", { enum: eventDeliveryStates }).notNull(),
    /** True for one that goes before all others: an endpoint is tested with it, and somebody waits. */
    isFirst: flag("is_first").default(false),
    tries: integer("tries").notNull().default(0),
    /** The HTTP status of the last answer; null: there was none. */
    status: integer("status"),
    /** What was wrong with the last try. */
    message: text("message"),
    tookMs: integer("took_ms"),
    triedAt: time("tried_at"),
    /** The next try; null: it has ended. */
    retryAt: time("retry_at"),
    /** The start of the time in which it is tried: its event's, or that of a replay. */
    openedAt: time("opened_at").notNull(),
    createdAt: time("created_at").notNull(),
  },
  (t) => [
    index("event_delivery_endpoint").on(t.endpointId, t.id),
    index("event_delivery_due").on(t.endpointId, t.retryAt).where(sql`${t.retryAt} IS NOT NULL`),
    /** The index of what an endpoint is sent, in its order: tests, then what was tried least, the oldest first. */
    index("event_delivery_turn")
      .on(t.endpointId, sql`${t.isFirst} DESC`, t.tries, t.id, t.retryAt)
      .where(sql`${t.retryAt} IS NOT NULL`),
    index("event_delivery_event").on(t.eventId),
    index("event_delivery_user").on(t.userId),
    check("event_delivery_state", oneOf("state", eventDeliveryStates)),
  ],
)
