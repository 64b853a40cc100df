import type { SheetTemplate } from "../../../contract/artwork/size.ts"
import type { Autopilot } from "../../../contract/autopilots/autopilot.ts"
import type { Id } from "../../../contract/id.ts"
import type { Packing } from "../../../contract/status.ts"

const DEFAULT_CREDITS = 200
/** The typed values; numbers are undefined while nothing is typed. */
export type AutopilotValues = {
  integrationId: Id
  isForAllStores: boolean
  moreIntegrationIds: Id[]
  addressId: Id | null
  days: number[]
  times: string[]
  timeZone: string
  minLengthIn: number | undefined
  shipWithinDays: number | undefined
  undatedAfterDays: number | null
  sheetTemplateId: Id | null
  packing: Packing
  action: Autopilot["action"]
  maxCreditsPerDay: number | undefined
  isPaused: boolean
}

/** Returns an autopilot as its form has it. */
export function valuesOf(autopilot: Autopilot): AutopilotValues {
  const { _id, nextRunAt, lastRun, createdAt, updatedAt, minLengthIn, ...values } = autopilot
  return { ...values, minLengthIn: minLengthIn ?? undefined }
}

/**
 * Returns the first values: weekday mornings, and a draft, so that a person sees it before it costs anything.
 */
export function firstValues(
  integrationId: Id,
  timeZone: string,
  templates: readonly SheetTemplate[],
): AutopilotValues {
  const template = templates.find(({ isDefault }) => isDefault) ?? templates[0]
  return {
    integrationId,
    isForAllStores: false,
    moreIntegrationIds: [],
    addressId: null,
    days: [1, 2, 3, 4, 5],
    times: ["07:00"],
    timeZone,
    minLengthIn: undefined,
    shipWithinDays: 2,
    undatedAfterDays: null,
    sheetTemplateId: template?._id ?? null,
    packing: template?.packing ?? "tightest",
    action: "draft",
    maxCreditsPerDay: DEFAULT_CREDITS,
    isPaused: false,
  }
}
