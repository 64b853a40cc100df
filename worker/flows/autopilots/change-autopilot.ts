import {
  type AutopilotInput,
  type AutopilotUpdate,
  CAUSE_NEEDED,
  hasCause,
} from "../../../contract/autopilots/autopilot.ts"
import { ApiError, unknown } from "../../../contract/error.ts"
import type { Id } from "../../../contract/id.ts"
import { MAX_AUTOPILOTS } from "../../../contract/limit.ts"
import {
  type AutopilotChange,
  type AutopilotRow,
  findAutopilot,
  insertAutopilot,
  listAutopilots,
  storesOf,
  updateAutopilot,
} from "../../data/autopilots/autopilot-rows.ts"
import type { Database } from "../../data/database.ts"
import { findDeliveryAddress } from "../../data/delivery/delivery-address-rows.ts"
import { findIntegration } from "../../data/integrations/integration-rows.ts"
import { findSheetTemplate } from "../../data/prints/sheet-template-rows.ts"
import { nextTime } from "./autopilot-times.ts"

/** The number of times that a change is repeated because another came between. */
const MAX_TRIES = 5

/** Adds an autopilot; throws an `ApiError` if it cannot be added. */
export async function addAutopilot(
  db: Database,
  { id, userId }: { id: Id; userId: Id },
  input: AutopilotInput,
  nowMs: number,
): Promise<AutopilotRow> {
  const { minLengthIn = null, undatedAfterDays = null, addressId = null, ...rest } = input
  const isTried = input.isTried && input.isPaused
  const settings = { ...rest, minLengthIn, undatedAfterDays, addressId, isTried }
  const row = await insertAutopilot(db, {
    ...settings,
    id,
    userId,
    ...momentsOf(settings, nowMs),
    nowMs,
  })
  if (row) return row
  await refuseForeign(db, userId, input)
  await refuseSecond(db, { ...input, userId, id: null })
  throw new ApiError("conflict", `An account has at most ${MAX_AUTOPILOTS} autopilots`)
}

/**
 * Changes an autopilot; fields that are left out stay. Its next time is worked out again if its times
 * change or it is resumed: times missed meanwhile are not run.
 */
export async function changeAutopilot(
  db: Database,
  { id, userId }: { id: Id; userId: Id },
  change: AutopilotUpdate,
  nowMs: number,
): Promise<AutopilotRow> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const before = await findAutopilot(db, userId, id)
    if (!before) throw unknown("autopilot")
    const after = { ...before, ...change }
    if (!hasCause(after))
      throw new ApiError("unprocessable", CAUSE_NEEDED, { fields: { times: CAUSE_NEEDED } })
    if (!after.isPaused && after.sheetTemplateId === null) throw templateNeeded()
    await refuseForeign(db, userId, change)
    await refuseSecond(db, after)
    const moments = isMoved(before, after) ? momentsOf(after, nowMs) : {}
    const isTried = before.isTried && after.isPaused
    const row = await updateAutopilot(db, before, { ...change, ...moments, isTried }, nowMs)
    if (row) return row
  }
  throw new ApiError("conflict", "The autopilot was changed in the meantime. Please try again.")
}

type Timed = Pick<AutopilotRow, "days" | "times" | "timeZone" | "minLengthIn" | "isPaused">

/** Returns when it runs next, and when it looks next whether there is film enough. */
function momentsOf(row: Timed, nowMs: number): Pick<Required<AutopilotChange>, "nextRunAt" | "nextLookAt"> {
  if (row.isPaused) return { nextRunAt: null, nextLookAt: null }
  return { nextRunAt: nextTime(row, nowMs), nextLookAt: row.minLengthIn === null ? null : nowMs }
}

/** Returns true if its times move; other changes leave its next time alone, which may be due this minute. */
function isMoved(before: Timed, after: Timed): boolean {
  const timesOf = ({ days, times, timeZone, minLengthIn, isPaused }: Timed) =>
    JSON.stringify([days, times, timeZone, minLengthIn, isPaused])
  return timesOf(before) !== timesOf(after)
}

async function refuseForeign(
  db: Database,
  userId: Id,
  {
    integrationId,
    moreIntegrationIds = [],
    sheetTemplateId,
    addressId,
  }: Pick<AutopilotUpdate, "integrationId" | "moreIntegrationIds" | "sheetTemplateId" | "addressId">,
): Promise<void> {
  for (const id of [...(integrationId ? [integrationId] : []), ...moreIntegrationIds])
    if (!(await findIntegration(db, userId, id))) throw unknown("integration")
  if (addressId && !(await findDeliveryAddress(db, userId, addressId))) throw unknown("address")
  if (sheetTemplateId && !(await findSheetTemplate(db, userId, sheetTemplateId)))
    throw unknown("sheet template")
}

async function refuseSecond(
  db: Database,
  own: Parameters<typeof storesOf>[0] & { userId: Id; id: Id | null },
): Promise<void> {
  const others = (await listAutopilots(db, own.userId)).filter(({ id }) => id !== own.id)
  const stores = [own.integrationId, ...own.moreIntegrationIds]
  const isTaken = (id: Id) => others.some((other) => storesOf(other)?.includes(id))
  if (isTaken(own.integrationId)) throw new ApiError("conflict", "This store already has an autopilot")
  if (stores.some(isTaken))
    throw new ApiError("conflict", "One of the chosen stores already has an autopilot. Leave it out.")
  if (others.some(({ isForAllStores }) => isForAllStores))
    throw new ApiError("conflict", "An autopilot for all stores already prints this store's orders")
  if (own.isForAllStores && others.length > 0)
    throw new ApiError("conflict", "Other stores have autopilots of their own. Delete those first.")
}

function templateNeeded(): ApiError {
  const words = "Its sheet template was deleted. Choose another one first."
  return new ApiError("unprocessable", words, { fields: { sheetTemplateId: words } })
}
