import type { AutopilotOffer } from "../../../contract/autopilots/autopilot-offer.ts"
import { dayOf } from "../../../contract/day.ts"
import { DAY_MS } from "../../../contract/duration.ts"
import type { Id } from "../../../contract/id.ts"
import { MAX_BATCH_ORDERS, MAX_CREDITS_PER_DAY } from "../../../contract/limit.ts"
import type { SellersClock } from "../../../contract/orders/ship-by.ts"
import type { SignedInUser } from "../../data/accounts/session-rows.ts"
import type { AutopilotRow } from "../../data/autopilots/autopilot-rows.ts"
import { type Done, type HandBatch, listUndatedOrders } from "../../data/autopilots/offer-rows.ts"
import { databaseOf } from "../../data/database.ts"
import { findSentTo } from "../../data/delivery/delivery-rows.ts"
import { filmOf, findSheetPicture } from "../../data/prints/sheet-rows.ts"
import { findDefaultSheetTemplate, findSheetTemplate } from "../../data/prints/sheet-template-rows.ts"
import { readerOf } from "../../data/reader.ts"
import type { Env } from "../../env.ts"
import { previewRun } from "./preview-run.ts"
import { usualTimes } from "./usual-times.ts"

/** The days after which orders without a ship-by date are taken, unless the seller took them at once. */
const UNDATED_AFTER_DAYS = 3

/** Returns the offer of an autopilot that does what was done by hand. */
export async function offerAutopilot(
  env: Env,
  { id: userId, timeZone }: Pick<SignedInUser, "id" | "timeZone">,
  { batches, stores, tried }: Done,
  nowMs: number,
): Promise<AutopilotOffer> {
  const db = databaseOf(env)
  const [newest] = batches
  const template =
    (newest.sheetTemplateId && (await findSheetTemplate(db, userId, newest.sheetTemplateId))) ??
    (await findDefaultSheetTemplate(db, userId, nowMs))
  const clock = { nowMs, timeZone }
  const usual = {
    integrationId: stores[0].id,
    isForAllStores: stores.length > 1,
    ...usualTimes(batches, timeZone),
    timeZone,
    shipWithinDays: usualDays(newest, timeZone),
    undatedAfterDays: newest.hasUndated ? 0 : UNDATED_AFTER_DAYS,
    sheetTemplateId: template.id,
    packing: newest.packing ?? template.packing,
    action: newest.attemptNumber > 0 ? ("process" as const) : ("draft" as const),
    maxCreditsPerDay: usualCredits(batches),
    addressId: await findSentTo(db, userId, newest.id),
  }
  const suggestion = tried ? settingsOf(tried, template.id) : usual
  const [preview, undated, printed] = await Promise.all([
    previewRun(env, { ...suggestion, moreIntegrationIds: [], userId }, nowMs),
    undatedByDay(env, userId, clock),
    printedFilm(env, newest),
  ])
  return {
    batches: batches.map(({ id, name, createdAt }) => ({
      ...{ printId: id, name },
      madeAt: new Date(createdAt).toISOString(),
    })),
    ...printed,
    triedId: tried?.id ?? null,
    suggestion,
    stores: stores.length,
    undated,
    preview,
  }
}

/** Returns the settings of a tried autopilot; its template may have been deleted. */
function settingsOf(row: AutopilotRow, usualTemplateId: Id): AutopilotOffer["suggestion"] {
  const { integrationId, isForAllStores, days, times, timeZone, shipWithinDays, undatedAfterDays } = row
  const { sheetTemplateId, packing, action, maxCreditsPerDay, addressId } = row
  return {
    ...{ integrationId, isForAllStores, days, times, timeZone, shipWithinDays, undatedAfterDays },
    ...{ sheetTemplateId: sheetTemplateId ?? usualTemplateId, packing, action, maxCreditsPerDay, addressId },
  }
}

async function printedFilm(
  env: Env,
  { status, attemptId }: HandBatch,
): Promise<Pick<AutopilotOffer, "picture" | "lengthIn">> {
  if (status !== "Completed" || attemptId === null) return { picture: null, lengthIn: null }
  const db = databaseOf(env)
  const [picture, film] = await Promise.all([
    findSheetPicture(db, attemptId),
    filmOf(readerOf(db), attemptId),
  ])
  return { picture, lengthIn: film.lengthIn }
}

/** Counts the open orders without a ship-by date by the seller's days since they were placed. */
async function undatedByDay(
  env: Env,
  userId: Id,
  { nowMs, timeZone }: SellersClock,
): Promise<AutopilotOffer["undated"]> {
  const placed = await listUndatedOrders(databaseOf(env), userId, MAX_BATCH_ORDERS)
  const today = Date.parse(dayOf(nowMs, timeZone))
  const daysAgo = (ms: number) => Math.max(0, (today - Date.parse(dayOf(ms, timeZone))) / DAY_MS)
  return [...Map.groupBy(placed, daysAgo)].map(([days, ofDay]) => ({ daysAgo: days, orders: ofDay.length }))
}

/** Returns the days by whose end the last of a batch's orders ships, today being the first; a week at most. */
function usualDays({ createdAt, lastShipBy }: HandBatch, timeZone: string): number {
  if (lastShipBy === null) return 1
  const [made, ships] = [createdAt, lastShipBy].map((ms) => Date.parse(dayOf(ms, timeZone)))
  return Math.min(7, Math.max(1, (ships - made) / DAY_MS + 1))
}

/** Returns half as many credits again as the larger batch took, in tens. */
function usualCredits(batches: readonly Pick<HandBatch, "copies">[]): number {
  const most = Math.max(...batches.map(({ copies }) => copies))
  return Math.min(MAX_CREDITS_PER_DAY, Math.ceil((most * 1.5) / 10) * 10)
}
