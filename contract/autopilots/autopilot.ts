import { z } from "zod"
import { timeZoneSchema } from "../accounts/profile.ts"
import { idSchema } from "../id.ts"
import { lengthSchema } from "../length-schema.ts"
import { MAX_AUTOPILOT_TIMES, MAX_CREDITS_PER_DAY, MAX_INTEGRATIONS, MAX_SHIP_DAYS } from "../limit.ts"
import { skippedItemSchema } from "../orders/order-batch.ts"
import { autopilotActions, autopilotRunStates, packings } from "../status.ts"

/** The refusal of an autopilot that would never run. */
export const CAUSE_NEEDED = "Choose days and times, or a length of film to wait for"
/** The number of runs that are shown of each. */
export const AUTOPILOT_RUNS_SHOWN = 30

const settingsSchema = z.object({
  /** The store; with `isForAllStores` the one whose page it has. */
  integrationId: idSchema,
  /** True if it prints the orders of all stores on one film. */
  isForAllStores: z.boolean(),
  /** The other stores whose orders it prints on the same film; of no use with `isForAllStores`. */
  moreIntegrationIds: z
    .array(idSchema)
    .max(MAX_INTEGRATIONS)
    .transform((ids) => [...new Set(ids)].sort()),
  /** The days of the week in `timeZone`, Sunday being 0. */
  days: z
    .array(z.number().int().min(0).max(6))
    .max(7)
    .transform((days) => [...new Set(days)].sort()),
  /** The times of those days, in minutes: `07:00`. */
  times: z
    .array(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "A time looks like 07:00"))
    .max(MAX_AUTOPILOT_TIMES, `At most ${MAX_AUTOPILOT_TIMES} times a day`)
    .transform((times) => [...new Set(times)].sort()),
  timeZone: timeZoneSchema,
  /** The inches of film that start a run as well; null or left out: its times alone. */
  minLengthIn: lengthSchema("Length", 1, 10_000).nullable().optional(),
  shipWithinDays: z
    .number({ error: "Days must be a whole number" })
    .int("Days must be a whole number")
    .min(0, "Days must be at least 0")
    .max(MAX_SHIP_DAYS, `Days must be at most ${MAX_SHIP_DAYS}`),
  /**
   * The days after its placing when an order without a ship-by date is printed, 0 being at once; null or
   * left out: such orders are left to the seller.
   */
  undatedAfterDays: z
    .number({ error: "Days must be a whole number" })
    .int("Days must be a whole number")
    .min(0, "Days must be at least 0")
    .max(MAX_SHIP_DAYS, `Days must be at most ${MAX_SHIP_DAYS}`)
    .nullable()
    .optional(),
  sheetTemplateId: idSchema,
  packing: z.enum(packings),
  action: z.enum(autopilotActions),
  /** The credits that this autopilot spends in one of its days at most; a print beyond stays a draft. */
  maxCreditsPerDay: z
    .number({ error: "Credits must be a whole number" })
    .int("Credits must be a whole number")
    .min(0, "Credits must be at least 0")
    .max(MAX_CREDITS_PER_DAY, `Credits must be at most ${MAX_CREDITS_PER_DAY}`),
  /** The address that gets the files of its prints; null or left out: only those that get them anyway. */
  addressId: idSchema.nullable().optional(),
  isPaused: z.boolean(),
})

/** The body of POST /autopilots: a store has at most one, and one for all stores is the only one. */
export const autopilotInputSchema = settingsSchema
  .extend({
    isForAllStores: z.boolean().default(false),
    moreIntegrationIds: settingsSchema.shape.moreIntegrationIds.default([]),
    isPaused: z.boolean().default(false),
    /** True for one that is paused and only tried: its offer stays until this is resumed or the offer closed. */
    isTried: z.boolean().default(false),
  })
  .refine(hasCause, { path: ["times"], error: CAUSE_NEEDED })
  .meta({
    anyOf: [
      { properties: { days: { minItems: 1 }, times: { minItems: 1 } } },
      { required: ["minLengthIn"], properties: { minLengthIn: { type: "number" } } },
    ],
  })
export type AutopilotInput = z.output<typeof autopilotInputSchema>

/** The body of PUT /autopilots/{id}: fields that are left out stay. */
export const autopilotUpdateSchema = settingsSchema
  .partial()
  .refine((change) => Object.keys(change).length > 0, "Nothing to change")
  .meta({ minProperties: 1 })
export type AutopilotUpdate = z.output<typeof autopilotUpdateSchema>

/** The result of a run, what it left out and why. */
export const autopilotRunSchema = z.object({
  _id: idSchema,
  /** The cause: its hour had come, there was film enough, or a person asked for it. */
  cause: z.enum(["time", "length", "asked"]),
  state: z.enum(autopilotRunStates),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  /** The print that it made; null if there was nothing to print, and once it is gone. */
  printId: idSchema.nullable(),
  /** The present state of that print. */
  printStatus: z.string().nullable(),
  orders: z.number(),
  items: z.number(),
  copies: z.number(),
  /** The credits that it spends; 0 for a draft. */
  credits: z.number(),
  lengthIn: z.number().nullable(),
  /** The items that ship by then and were left out, the first to ship first; of many, the first. */
  skipped: z.array(skippedItemSchema),
  skippedCount: z.number(),
  /** The notice for a person: why it failed, or why a draft was left instead of being processed. */
  message: z.string().nullable(),
})
export type AutopilotRun = z.infer<typeof autopilotRunSchema>

export const autopilotSchema = z.object({
  _id: idSchema,
  integrationId: idSchema,
  isForAllStores: z.boolean(),
  moreIntegrationIds: z.array(idSchema),
  days: z.array(z.number()),
  times: z.array(z.string()),
  timeZone: z.string(),
  minLengthIn: z.number().nullable(),
  shipWithinDays: z.number(),
  undatedAfterDays: z.number().nullable(),
  /** The template; null once it is deleted: the autopilot then does not run, and says so. */
  sheetTemplateId: idSchema.nullable(),
  packing: z.enum(packings),
  action: z.enum(autopilotActions),
  maxCreditsPerDay: z.number(),
  addressId: idSchema.nullable(),
  isPaused: z.boolean(),
  /** The next of its times; null while it is paused, or without times. */
  nextRunAt: z.string().nullable(),
  /** The newest run; null before the first. */
  lastRun: autopilotRunSchema.nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Autopilot = z.infer<typeof autopilotSchema>

/** The body of POST /autopilots/{id}/run. */
export const autopilotPressSchema = z
  .object({
    /** The page's key for the request; the same key again returns the run that it began. */
    requestKey: z.uuid().optional(),
  })
  .default({})

/** The outcome of a run that began now, with the orders that are known. */
export const autopilotPreviewSchema = z.object({
  orders: z.number(),
  items: z.number(),
  copies: z.number(),
  /** The credits that it would spend; 0 for a draft. */
  credits: z.number(),
  /** The length of film, packed as boxes: shapes may take less. Null without a template. */
  lengthIn: z.number().nullable(),
  /** The number of items that it would leave out. */
  skippedCount: z.number(),
})
export type AutopilotPreview = z.infer<typeof autopilotPreviewSchema>

/** Returns true if it ever runs: at its times, or once there is film enough. */
export function hasCause({
  days,
  times,
  minLengthIn,
}: Pick<z.output<typeof settingsSchema>, "days" | "times" | "minLengthIn">): boolean {
  return Boolean(minLengthIn) || (days.length > 0 && times.length > 0)
}
