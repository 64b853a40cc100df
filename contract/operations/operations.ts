import { z } from "zod"
import { idSchema } from "../id.ts"
import { vendors } from "../status.ts"

const count = z.number().int().min(0)
/** UTC, ISO 8601. */
const time = z.string()
const named = z.object({ _id: idSchema, name: z.string() })

/** What the queues and sweeps work through: the fields of `/api/health`, and the page's tiles. */
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
  "pieces",
  "accounts",
  "deletions",
  "objects",
] as const
export type WaitingKind = (typeof waitingKinds)[number]

/** Things of one kind that wait now; `since` is the one that waits longest. */
const waitingSchema = z.object({
  kind: z.enum(waitingKinds),
  count,
  since: time.nullable(),
  /** It waits longer than it should. */
  isLate: z.boolean(),
})

/** A cron trigger of the press: when it last fired, and which of its sweeps fail since when. */
const triggerSchema = z.object({
  cron: z.string(),
  ranAt: time,
  isLate: z.boolean(),
  sweeps: count,
  failures: z.array(z.object({ sweep: z.string(), since: time, text: z.string() })),
})

/** Troubles that a person may end. All others go on by themselves once they are taken up. */
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
  return endableTroubles.some((one) => one === kind)
}
const decisions = ["retry", "give-up"] as const

/** One thing that a person may want to look after. */
const troubleSchema = z.object({
  kind: z.enum(troubleKinds),
  /** What a decision names: an attempt for prints and their mails, what is under way, else the thing itself. */
  _id: idSchema,
  person: named,
  /** The print, image, payment, shop, order, autopilot or account that it is about. */
  thing: named,
  /** Where it stands, in the words of its own kind: `rendering`, `Ingesting`, `failed`. */
  state: z.string(),
  /** Why, as far as it is known: a message to the seller, or a vendor's code. */
  why: z.string(),
  since: time,
  /** When it is tried again by itself. */
  nextAt: time.nullable(),
  decisions: z.array(z.enum(decisions)),
})
export type Trouble = z.infer<typeof troubleSchema>
export type Decision = Trouble["decisions"][number]

/** A vendor's errors of one code in the last day; text and request are the newest one's. */
const vendorErrorSchema = z.object({
  vendor: z.enum(vendors),
  code: z.string(),
  count,
  lastAt: time,
  text: z.string(),
  /** Leads to the log's lines. */
  requestId: z.string().nullable(),
})

/** What came in one UTC day: accounts, bytes of artwork and sheets, inches of film. */
export const daySchema = z.object({
  date: z.iso.date(),
  signUps: count,
  storedBytes: count,
  filmIn: z.number().min(0),
})
export type DayFigures = z.infer<typeof daySchema>

/** GET /operations by an admin. */
export const operationsSchema = z.object({
  at: time,
  waiting: z.array(waitingSchema),
  triggers: z.array(triggerSchema),
  /** The newest of each kind; `TROUBLES_EACH` at most. */
  troubles: z.array(troubleSchema),
  vendorErrors: z.array(vendorErrorSchema),
  /** Oldest first, the last is today. A day that is not measured yet is left out. */
  days: z.array(daySchema),
  /** When the accounts were last measured; null: not yet. */
  measuredAt: time.nullable(),
  /** The ten with the most bytes of artwork, and with the most film in 30 days. */
  largest: z.object({
    storage: z.array(z.object({ person: named, bytes: count })),
    film: z.array(z.object({ person: named, filmIn: z.number().min(0) })),
  }),
})
export type Operations = z.infer<typeof operationsSchema>

/** Of each kind of trouble, only as many are shown. */
export const TROUBLES_EACH = 20
/** Days that the figures go back, today included. */
export const FIGURE_DAYS = 30
export const LARGEST_ACCOUNTS = 10

/** POST /operations/decisions by an admin. */
export const decisionSchema = z.object({
  kind: z.enum(troubleKinds),
  _id: idSchema,
  decision: z.enum(decisions),
})
