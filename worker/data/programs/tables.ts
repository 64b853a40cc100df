/** The tables of what programs send: calls that can be repeated, and jobs. */

import { sql } from "drizzle-orm"
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import type { DoerMark } from "../../../contract/accounts/doer.ts"
import { type JobError, type JobQuote, type JobRequest, jobStatuses } from "../../../contract/programs/job.ts"
import { user } from "../accounts/tables.ts"
import { flag, id, idOf, oneOf, partOf, time } from "../columns.ts"
import { print } from "../prints/tables.ts"

/** A call that its caller may repeat by an `Idempotency-Key`. Its id is the request key of all that it makes. */
export const keyedCall = sqliteTable(
  "keyed_call",
  {
    id: id(),
    userId: partOf("user_id", () => user.id),
    /** The SHA-256 of the key, of a test token or not, of the call's method and address, and of its body; null: it has not all arrived. */
    keyHash: text("key_hash").notNull(),
    callHash: text("call_hash").notNull(),
    bodyHash: text("body_hash"),
    /** The number of the last run; what an older one still does here changes nothing. */
    run: integer("run").notNull().default(1),
    /** The time until which that run is taken to be alive; null: none is under way. */
    leaseUntil: time("lease_until"),
    /** True once its change is written, or was about to be: a trigger sets it with the undo of the same id. */
    isWritten: flag("is_written").default(false),
    /** The HTTP status of the success that repeats are answered with; null: it has not succeeded yet. */
    answer: integer("answer"),
    /** That answer's body, deflated and sealed; null: it is in R2, or there is none. */
    reply: text("reply"),
    createdAt: time("created_at").notNull(),
  },
  (t) => [uniqueIndex("keyed_call_key").on(t.userId, t.keyHash), index("keyed_call_created").on(t.createdAt)],
)

/** A job: the whole of a print in one call. */
export const job = sqliteTable(
  "job",
  {
    id: id(),
    userId: partOf("user_id", () => user.id),
    reference: text("reference"),
    /** True if a test token sent it: its print is a test. */
    isTest: flag("is_test").default(false),
    /** Who sent it; null: from before that was kept. */
    madeBy: text("made_by").$type<DoerMark>(),
    state: text("state", { enum: jobStatuses }).notNull(),
    /** JSON: the request, in which the items that came as files have their images. */
    request: text("request", { mode: "json" }).$type<JobRequest>().notNull(),
    /** The print that it made; null: none yet, or gone since. */
    printId: idOf("print_id").references(() => print.id, { onDelete: "set null" }),
    quote: text("quote", { mode: "json" }).$type<JobQuote>(),
    errors: text("errors", { mode: "json" }).$type<JobError[]>().notNull().default([]),
    /** The sweep's next turn with it; null once it has ended. */
    retryAt: time("retry_at"),
    tries: integer("tries").notNull().default(0),
    /** The end of the lease of whoever fetches its addresses; null: nobody does. */
    fetchUntil: time("fetch_until"),
    createdAt: time("created_at").notNull(),
    endedAt: time("ended_at"),
    updatedAt: time("updated_at").notNull(),
  },
  (t) => [
    index("job_user").on(t.userId, t.id),
    index("job_reference").on(t.userId, t.reference, t.id).where(sql`${t.reference} IS NOT NULL`),
    index("job_due").on(t.retryAt).where(sql`${t.retryAt} IS NOT NULL`),
    /** The index that counts an account's jobs under way. */
    index("job_open").on(t.userId).where(sql`${t.endedAt} IS NULL`),
    index("job_fetching").on(t.userId, t.fetchUntil).where(sql`${t.fetchUntil} IS NOT NULL`),
    index("job_ended").on(t.endedAt).where(sql`${t.endedAt} IS NOT NULL`),
    index("job_print").on(t.printId),
    check("job_state", oneOf("state", jobStatuses)),
  ],
)
