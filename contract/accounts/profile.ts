import { z } from "zod"
import { inkRulesSchema } from "../artwork/ink.ts"
import { mendsSchema } from "../artwork/mend.ts"
import { colorSchema } from "../colour.ts"
import { lengthUnits } from "../length.ts"
import { MAX_OWN_GARMENTS } from "../limit.ts"
import { labelSchema } from "../name.ts"
import { profileUpdateSchema, userSchema } from "./account.ts"
import { hints } from "./hint.ts"
import { roles } from "./role.ts"
import { workplaceSchema } from "./workplace.ts"

/** The IANA name of a zone. */
export const timeZoneSchema = z
  .string()
  .refine(isTimeZone, "Time zone is not known")
  .meta({ examples: ["America/New_York", "Europe/Berlin", "UTC"] })
/** A shirt that an account looks at artwork on, beside those that everybody has. */
const garmentSchema = z.strictObject({ name: labelSchema, colour: colorSchema })
const garmentsSchema = z.array(garmentSchema).max(MAX_OWN_GARMENTS)
export type OwnGarment = z.infer<typeof garmentSchema>

const settingsSchema = z.object({
  /** The zone whose days count for ship-by dates. */
  timeZone: timeZoneSchema,
  /** True if rude words in a piece's text are pointed out before it is printed. */
  warnsOfRudeWords: z.boolean(),
  /** True if an autopilot leaves as a draft what will show on the shirt; otherwise it prints that. */
  holdsForInk: z.boolean(),
  /** What the account says about kinds of ink findings; kinds that are left out have the severity that is measured. */
  inkRules: inkRulesSchema,
  /** The mends of each image that comes in, uploads and buyers' files alike; those that are there stay as they are. */
  mends: mendsSchema,
  garments: garmentsSchema,
  /** The unit in which lengths are shown and typed; the API's own numbers are inches. */
  lengthUnit: z.enum(lengthUnits),
})

/** The body of PUT /profile/settings; settings that are left out stay. */
export const ownSettingsSchema = settingsSchema.partial()
export type OwnSettings = z.infer<typeof ownSettingsSchema>

/** The body of PUT /profile. */
export const ownProfileUpdateSchema = profileUpdateSchema.extend(ownSettingsSchema.shape)
export type OwnProfileUpdate = z.infer<typeof ownProfileUpdateSchema>

/** The body of POST /profile/hints. */
export const usedHintsSchema = z.object({
  /** The gestures that were used, or whose hint was closed; they join those known before. */
  hints: z.array(z.enum(hints)).max(hints.length),
})

/** The caller's own account with its settings. */
export const profileSchema = userSchema.extend({
  /** The zone; UTC until it is set. */
  timeZone: z.string(),
  warnsOfRudeWords: z.boolean(),
  holdsForInk: z.boolean().default(false),
  inkRules: inkRulesSchema.default({}),
  mends: mendsSchema.default([]),
  garments: garmentsSchema.default([]),
  lengthUnit: z.enum(lengthUnits).default("in"),
  /** False once the offer of an autopilot was closed: no page offers one by itself. */
  mayOfferAutopilot: z.boolean().default(true),
  /**
   * What the caller may do in this account. Where it is another's, names and addresses are the caller's own, the company
   * is the account's name, and a press has no credits to see.
   */
  worksAs: z.enum(roles).default("owner"),
  /** The accounts that the caller works in, their own first; empty if it is the only one. */
  workplaces: z.array(workplaceSchema).default([]),
  /** True if others than its owner work in this account: rows then say by whom. */
  hasPeople: z.boolean().default(false),
  /** The hints that are not shown any more. An older page may not know them all. */
  usedHints: z.array(z.string()).default([]),
})
export type Profile = z.infer<typeof profileSchema>

/** Returns true for a zone's IANA name: `America/New_York`, `UTC`. */
function isTimeZone(timeZone: string): boolean {
  // Offsets have no daylight saving, and not every runtime takes them.
  if (/^[+-]/.test(timeZone)) return false
  try {
    new Intl.DateTimeFormat("en", { timeZone })
    return true
  } catch {
    // There is no other way to ask: an unknown zone is a RangeError.
    return false
  }
}
