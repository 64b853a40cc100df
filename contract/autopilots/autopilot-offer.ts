import { z } from "zod"
import { idSchema } from "../id.ts"
import { autopilotActions, packings } from "../status.ts"
import { autopilotPreviewSchema } from "./autopilot.ts"

/** The offer of an autopilot after the second batch by hand, filled in with what was done. */
export const autopilotOfferSchema = z.object({
  /** The last two batches, the newest first. */
  batches: z.array(z.object({ printId: idSchema, name: z.string(), madeAt: z.string() })),
  /** The first sheet of the newest that has one; null while none is printed. */
  picture: z.object({ path: z.string(), widthPx: z.number(), heightPx: z.number() }).nullable(),
  /** The film of the newest; null while it is not printed. */
  lengthIn: z.number().nullable(),
  /** The autopilot that Run now has added and run, paused until the offer is accepted; null without one. */
  triedId: idSchema.nullable(),
  /** The settings of the tried one, or those that do the same again, as POST /autopilots takes them. */
  suggestion: z.object({
    integrationId: idSchema,
    isForAllStores: z.boolean(),
    days: z.array(z.number()),
    times: z.array(z.string()),
    timeZone: z.string(),
    shipWithinDays: z.number(),
    undatedAfterDays: z.number().nullable(),
    sheetTemplateId: idSchema,
    packing: z.enum(packings),
    action: z.enum(autopilotActions),
    maxCreditsPerDay: z.number(),
    addressId: idSchema.nullable(),
  }),
  /** The number of the account's stores. */
  stores: z.number(),
  /** The open orders without a ship-by date, by the days since they were placed. */
  undated: z.array(z.object({ daysAgo: z.number(), orders: z.number() })),
  /** The outcome of a run by the suggestion, if it began now. */
  preview: autopilotPreviewSchema,
})
export type AutopilotOffer = z.infer<typeof autopilotOfferSchema>
