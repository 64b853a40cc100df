import type { Id } from "../../../contract/id.ts"
import { SKIPPED_SHOWN } from "../../../contract/orders/order-batch.ts"
import type { SellersClock } from "../../../contract/orders/ship-by.ts"
import { TODAYS_DAYS, type Today, type TodayFilm } from "../../../contract/orders/today.ts"
import type { Database } from "../../data/database.ts"
import { orderItemReply } from "../../data/orders/order-item-rows.ts"
import { readOrderDays } from "../../data/orders/order-summary.ts"
import { findDefaultSheetTemplate } from "../../data/prints/sheet-template-rows.ts"
import { readAtShop } from "../../data/prints/shop-state.ts"
import { countLeft } from "./choose-batch.ts"
import { readChoice } from "./read-choice.ts"

/** Counts a day's work; each count is that of the list that has these orders or prints. */
export async function readToday(db: Database, userId: Id, clock: SellersClock): Promise<Today> {
  const [{ summary: orders, nextShipBy }, atShop, { carriesFiles }] = await Promise.all([
    readOrderDays(db, userId, { ...clock, integrationId: undefined }),
    readAtShop(db, userId),
    findDefaultSheetTemplate(db, userId, clock.nowMs),
  ])
  return { orders, atShop, carriesFiles, nextShipBy: timeOf(nextShipBy) }
}

/** Returns what a batch of today and all that is late would print now, and what it would leave out. */
export async function readTodayFilm(db: Database, userId: Id, clock: SellersClock): Promise<TodayFilm> {
  const dueToday = { integrationIds: undefined, shipWithinDays: TODAYS_DAYS }
  const { chosen, orders, copies, skipped: all } = await readChoice(db, { id: userId }, dueToday, clock)
  const orderItems = chosen.map((item) => ({ ...orderItemReply(item), shipBy: timeOf(item.shipBy) }))
  const ofToday = all.filter(({ reason }) => reason !== "no-date")
  const skipped = [...Map.groupBy(ofToday, ({ reason }) => reason).values()].flatMap((alike) =>
    alike.slice(0, SKIPPED_SHOWN),
  )
  const [printId = null, ...others] = new Set(ofToday.map((item) => item.printId))
  const isInOne = orderItems.length === 0 && others.length === 0
  return { orders, copies, orderItems, left: countLeft(ofToday), skipped, printId: isInOne ? printId : null }
}

function timeOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}
