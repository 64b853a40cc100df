import { filmFor } from "../../../contract/delivery/destination-film.ts"
import { hasLabels } from "../../../contract/prints/print.ts"
import { PRINT_OF_ORDERS } from "../../../contract/status.ts"
import { planPrintPausing } from "../../../sheet/preflight/plan-print.ts"
import type { LayoutItem } from "../../../sheet/preflight/print-layout.ts"
import { tooLargeItems } from "../../../sheet/preflight/print-layout.ts"
import { trimOf } from "../../data/artwork/image-rows.ts"
import { type AutopilotRow, storesOf } from "../../data/autopilots/autopilot-rows.ts"
import { databaseOf } from "../../data/database.ts"
import type { FullOrderItem } from "../../data/orders/order-item-rows.ts"
import { findSheetTemplate } from "../../data/prints/sheet-template-rows.ts"
import type { Env } from "../../env.ts"
import { rest } from "../../isolate/rest.ts"
import { layoutHost } from "../../layout-host.ts"
import { destinationOf } from "../delivery/destination-of.ts"
import type { BatchChoice } from "../orders/choose-batch.ts"
import { type ChoiceRequest, readChoice } from "../orders/read-choice.ts"

/** The settings that decide what a run prints. */
export type BatchRule = Pick<
  AutopilotRow,
  | "userId"
  | "integrationId"
  | "isForAllStores"
  | "moreIntegrationIds"
  | "shipWithinDays"
  | "undatedAfterDays"
  | "sheetTemplateId"
  | "packing"
  | "timeZone"
>

/** Returns which orders a run prints, as a batch is asked for them. */
export function batchRequestOf(rule: BatchRule): ChoiceRequest {
  const { shipWithinDays, undatedAfterDays } = rule
  return { integrationIds: storesOf(rule), shipWithinDays, undatedAfterDays }
}

/**
 * Returns what a run would print and leave out now, and its length of film: packed as boxes, in a tenth
 * of a second; shapes may take less. The length is null without a template to print on.
 */
export async function waitingFilm(
  env: Env,
  rule: BatchRule,
  nowMs: number,
): Promise<{ choice: BatchChoice<FullOrderItem>; lengthIn: number | null }> {
  const db = databaseOf(env)
  const { userId, sheetTemplateId, packing, timeZone } = rule
  const template = sheetTemplateId && (await findSheetTemplate(db, userId, sheetTemplateId))
  const choice = await readChoice(db, { id: userId }, batchRequestOf(rule), { nowMs, timeZone })
  if (!template) return { choice, lengthIn: null }
  const items = choice.chosen.flatMap(
    ({ matchedImage, matchedSize, quantity, orderNumber }): LayoutItem[] => {
      if (!matchedSize || !matchedImage?.widthPx || !matchedImage.heightPx) return []
      const { widthPx, heightPx } = matchedImage
      const image = { widthPx, heightPx, trim: trimOf(matchedImage) }
      return [
        { image, widthIn: matchedSize.valueIn, quantity, order: { number: orderNumber, shipDay: null } },
      ]
    },
  )
  const film = {
    ...filmFor(template, await destinationOf(db, userId, template)),
    labels: hasLabels({ type: PRINT_OF_ORDERS, labels: null }, template),
    nesting: "boxes" as const,
    packing,
  }
  const tooLarge = new Set(tooLargeItems(items, film))
  const fitting = items.filter((_, index) => !tooLarge.has(index))
  if (fitting.length === 0) return { choice, lengthIn: 0 }
  const plan = await planPrintPausing(fitting, film, layoutHost, { effort: "quick" }, rest)
  return { choice, lengthIn: plan.kind === "planned" ? plan.lengthIn : 0 }
}
