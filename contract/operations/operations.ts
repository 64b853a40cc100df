import { z } from "zod"
import { idSchema } from "../id.ts"
import { vendors } from "../status.ts"

const count = z.number().int().min(0)
/** A time in UTC, ISO 8601. */
const time = z.string()
const named = z.object({ _id: idSchema, name: z.string() })

/** The kinds of work for queues and sweeps: the fields of `/api/health`, and the page's tiles. */
export const waitingKinds = [
  "images",
  "prints",
  "payments",
  "mails",
  "checks",
  "syncs",
  "deliveries",
  "shipments",
  "runs",
  "jobs",
  "events",
  "pieces",
  "accounts",
  "deletions",
  "archives",
  "objects",
] as const
export type WaitingKind = (typeof waitingKinds)[number]

/**
 * The things of one kind that wait now; `since` is the time of the one that waits longest. A count from
 * `MAX_COUNTED_WORK` on stands for as many or more.
 */
const waitingSchema = z.object({
  kind: z.enum(waitingKinds),
  count,
  since: time.nullable(),
  /** True if it waits longer than it should. */
  isLate: z.boolean(),
})

/** A cron trigger of the press: its last run, and which of its sweeps fail since when. */
const triggerSchema = z.object({
  cron: z.string(),
  ranAt: time,
  isLate: z.boolean(),
  sweeps: count,
  failures: z.array(z.object({ sweep: z.string(), since: time, text: z.string() })),
})

/** The troubles that a person may end. All others go on by themselves once they are taken up. */
const endableTroubles = [
  "print",
  "image",
  "writing",
  "print-mail",
  "payment-mail",
  "run-mail",
  "payment",
  "shop",
] as const
export type EndableTrouble = (typeof endableTroubles)[number]
export const troubleKinds = [
  ...endableTroubles,
  "pieces",
  "delivery",
  "shipment",
  "run",
  "autopilot",
  "account",
] as const
export type TroubleKind = (typeof troubleKinds)[number]

export function isEndable(kind: TroubleKind): kind is EndableTrouble {
  return endableTroubles.some((candidate) => candidate === kind)
}
const decisions = ["retry", "give-up"] as const

/** One thing that a person may want to look after. */
const troubleSchema = z.object({
  kind: z.enum(troubleKinds),
  /** The id for a decision: an attempt for prints and their mails, a running thing, else the thing itself. */
  _id: idSchema,
  person: named,
  /** The print, image, payment, shop, order, autopilot or account that it is about. */
  thing: named,
  /** The state in the words of its own kind: `rendering`, `Ingesting`, `failed`. */
  state: z.string(),
  /** The reason, as far as it is known: a message to the seller, or a vendor's code. */
  why: z.string(),
  since: time,
  /** The time of the next automatic try. */
  nextAt: time.nullable(),
  decisions: z.array(z.enum(decisions)),
})
export type Trouble = z.infer<typeof troubleSchema>
export type Decision = Trouble["decisions"][number]

/** The errors of a vendor with one code in the last day; text and request are the newest one's. */
const vendorErrorSchema = z.object({
  vendor: z.enum(vendors),
  code: z.string(),
  count,
  lastAt: time,
  text: z.string(),
  /** The request's id, to find the log's lines. */
  requestId: z.string().nullable(),
})

/** The growth in one UTC day: accounts, bytes of artwork and sheets, inches of film. */
export const daySchema = z.object({
  date: z.iso.date(),
  signUps: count,
  storedBytes: count,
  filmIn: z.number().min(0),
})
export type DayFigures = z.infer<typeof daySchema>

/** The answer of GET /operations by an admin. */
export const operationsSchema = z.object({
  at: time,
  waiting: z.array(waitingSchema),
  triggers: z.array(triggerSchema),
  /** The newest troubles of each kind; `TROUBLES_EACH` at most. */
  troubles: z.array(troubleSchema),
  vendorErrors: z.array(vendorErrorSchema),
  /** The days, oldest first, the last is today. A day that is not measured yet is left out. */
  days: z.array(daySchema),
  /** The databases, the directory's first, with the bytes that each takes now. */
  databases: z.array(z.object({ name: z.string(), bytes: count })),
  /** The time when the accounts were last measured; null: not yet. */
  measuredAt: time.nullable(),
  /** The ten accounts with the most bytes of artwork, and with the most film in 30 days. */
  largest: z.object({
    storage: z.array(z.object({ person: named, bytes: count })),
    film: z.array(z.object({ person: named, filmIn: z.number().min(0) })),
  }),
})
export type Operations = z.infer<typeof operationsSchema>

/** The most that a database holds. */
export const DATABASE_BYTES = 10_000_000_000

/** The number of troubles of each kind that are shown. */
export const TROUBLES_EACH = 20
/** The days that the figures go back, today included. */
export const FIGURE_DAYS = 30
export const LARGEST_ACCOUNTS = 10

/** The body of POST /operations/decisions by an admin. */
export const decisionSchema = z.object({
  kind: z.enum(troubleKinds),
  _id: idSchema,
  decision: z.enum(decisions),
})
