/** The tables of autopilots and their runs. */

import { sql } from "drizzle-orm"
import { check, index, integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import type { Id } from "../../../contract/id.ts"
import { autopilotActions, autopilotRunStates, packings } from "../../../contract/status.ts"
import { user } from "../accounts/tables.ts"
import { flag, id, idOf, oneOf, partOf, time } from "../columns.ts"
import { integration } from "../integrations/tables.ts"
import { print, sheetTemplate } from "../prints/tables.ts"

/** An autopilot, which prints orders at given times or once there is enough for a sheet. */
export const autopilot = sqliteTable(
  "autopilot",
  {
    id: id(),
    userId: partOf("user_id", () => user.id),
    /** The store whose orders it prints; with `isForAllStores` only the one that its page belongs to. */
    integrationId: partOf("integration_id", () => integration.id),
    isForAllStores: flag("is_for_all_stores").default(false),
    /** JSON: the ids of other stores whose orders go on the same film; nothing with `isForAllStores`. */
    moreIntegrationIds: text("more_integration_ids", { mode: "json" }).$type<Id[]>().notNull().default([]),
    /** JSON: the days of the week, Sunday being 0, and times such as `07:00`, both in `timeZone`. */
    days: text("days", { mode: "json" }).$type<number[]>().notNull(),
    times: text("times", { mode: "json" }).$type<string[]>().notNull(),
    timeZone: text("time_zone").notNull(),
    /** The inches of film that start a run as well; null: its times alone. */
    minLengthIn: real("min_length_in"),
    shipWithinDays: integer("ship_within_days").notNull(),
    /** The days after its placing when an order without a ship-by date is printed; null: never. */
    undatedAfterDays: integer("undated_after_days"),
    sheetTemplateId: idOf("sheet_template_id").references(() => sheetTemplate.id, { onDelete: "set null" }),
    packing: text("packing", { enum: packings }).notNull(),
    action: text("action", { enum: autopilotActions }).notNull(),
    maxCreditsPerDay: integer("max_credits_per_day").notNull(),
    /** The address that gets the files of its prints; null: those alone that get them anyway. */
    addressId: idOf("address_id"),
    isPaused: flag("is_paused").default(false),
    /** True while the offer's Run now alone has used it: the offer stays, and closed it takes it along. */
    isTried: flag("is_tried").default(false),
    /** The next moment of its times; null while it is paused or has none. */
    nextRunAt: time("next_run_at"),
    /** The sweep's next look whether there is film enough; null: none is needed. */
    nextLookAt: time("next_look_at"),
    createdAt: time("created_at").notNull(),
    updatedAt: time("updated_at").notNull(),
  },
  (t) => [
    uniqueIndex("autopilot_shop").on(t.integrationId),
    index("autopilot_user").on(t.userId, t.createdAt),
    index("autopilot_due").on(t.nextRunAt).where(sql`${t.nextRunAt} IS NOT NULL`),
    index("autopilot_look").on(t.nextLookAt).where(sql`${t.nextLookAt} IS NOT NULL`),
    index("autopilot_template").on(t.sheetTemplateId),
    check("autopilot_action", oneOf("action", autopilotActions)),
  ],
)

/** A run of an autopilot, step by step; the sweep goes on with an interrupted one. */
export const autopilotRun = sqliteTable(
  "autopilot_run",
  {
    id: id(),
    autopilotId: partOf("autopilot_id", () => autopilot.id),
    userId: partOf("user_id", () => user.id),
    /** The cause: `2026-11-23 07:00` in the autopilot's zone, `length:` and a minute, `now:` and a press's key. */
    slot: text("slot").notNull(),
    state: text("state", { enum: autopilotRunStates }).notNull(),
    /** The print that it made; null: none, or gone since. */
    printId: idOf("print_id").references(() => print.id, { onDelete: "set null" }),
    /** The seller's day that its credits count for, and how many it may spend or has spent. */
    day: text("day").notNull(),
    credits: integer("credits").notNull().default(0),
    /** The report as JSON (see contract/autopilots/autopilot.ts). */
    report: text("report"),
    /** The sweep's next turn with it; null once it has ended. */
    retryAt: time("retry_at"),
    tries: integer("tries").notNull().default(0),
    isAnnounced: flag("is_announced").default(false),
    mailError: text("mail_error"),
    startedAt: time("started_at").notNull(),
    endedAt: time("ended_at"),
    updatedAt: time("updated_at").notNull(),
  },
  (t) => [
    uniqueIndex("autopilot_run_slot").on(t.autopilotId, t.slot),
    index("autopilot_run_started").on(t.autopilotId, t.startedAt),
    index("autopilot_run_user").on(t.userId, t.day),
    index("autopilot_run_due").on(t.retryAt).where(sql`${t.retryAt} IS NOT NULL`),
    index("autopilot_run_unmailed").on(t.updatedAt).where(sql`${t.mailError} IS NOT NULL`),
    index("autopilot_run_print").on(t.printId),
    check("autopilot_run_state", oneOf("state", autopilotRunStates)),
  ],
)
