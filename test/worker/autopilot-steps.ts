import type { z } from "zod"
import type { autopilotInputSchema } from "../../contract/autopilot.ts"

type Given = Partial<z.input<typeof autopilotInputSchema>>

/** A weekday's autopilot of a shop, which leaves a draft. */
export function autopilotInput(given: { [Name in keyof Given]: Given[Name] | string }) {
  return {
    days: [1, 2, 3, 4, 5],
    times: ["07:00"],
    timeZone: "America/New_York",
    shipWithinDays: 2,
    packing: "tightest",
    action: "draft",
    maxCreditsPerDay: 200,
    ...given,
  }
}
