import { dayOf } from "../../../contract/day.ts"
import { filmFor } from "../../../contract/delivery/destination-film.ts"
import { type Id, makeId } from "../../../contract/id.ts"
import { hasLabels } from "../../../contract/prints/print.ts"
import { planPrintPausing } from "../../../sheet/preflight/plan-print.ts"
import type { LayoutItem } from "../../../sheet/preflight/print-layout.ts"
import { tooLargeItems } from "../../../sheet/preflight/print-layout.ts"
import { trimOf } from "../../data/artwork/image-rows.ts"
import { beginLengthRun } from "../../data/autopilots/autopilot-due.ts"
import { type AutopilotRow, findAutopilot } from "../../data/autopilots/autopilot-rows.ts"
import { databaseOf } from "../../data/database.ts"
import { findSheetTemplate } from "../../data/prints/sheet-template-rows.ts"
import type { Env } from "../../env.ts"
import { LENGTH_SLOT } from "../../flows/autopilots/autopilot-replies.ts"
import { queueRun } from "../../flows/autopilots/queue-autopilots.ts"
import { destinationOf } from "../../flows/delivery/destination-of.ts"
import { readChoice } from "../../flows/orders/read-choice.ts"
import { rest } from "../../isolate/rest.ts"
import { layoutHost } from "../../layout-host.ts"

/**
 * Starts a run of an autopilot if the waiting items take enough film, and none of its runs is under
 * way. An autopilot whose template is gone starts as well: the run says so.
 */
export async function lookForFilm(env: Env, autopilotId: Id): Promise<void> {
  const db = databaseOf(env)
  const nowMs = Date.now()
  const row = await findAutopilot(db, null, autopilotId)
  if (row === null || row.minLengthIn === null || row.isPaused) return
  const lengthIn = await waitingFilm(env, row, nowMs)
  if (lengthIn !== null && lengthIn < row.minLengthIn) return
  const run = {
    id: makeId(nowMs),
    slot: `${LENGTH_SLOT}${new Date(nowMs).toISOString().slice(0, "2026-11-23T07:00".length)}`,
    day: dayOf(nowMs, row.timeZone),
    notes: [],
    nowMs,
  }
  const begun = await beginLengthRun(db, row, run)
  if (begun) await queueRun(env, { id: begun.id, untilMs: nowMs })
}

/**
 * Returns the length of film for the printable items: packed as boxes, in a tenth of a second; shapes
 * may take less. Null without a template to print on.
 */
async function waitingFilm(env: Env, row: AutopilotRow, nowMs: number): Promise<number | null> {
  const db = databaseOf(env)
  const { userId, integrationId, shipWithinDays, sheetTemplateId, packing, timeZone } = row
  const template = sheetTemplateId && (await findSheetTemplate(db, userId, sheetTemplateId))
  if (!template) return null
  const request = { integrationId, shipWithinDays }
  const { chosen } = await readChoice(db, { id: userId }, request, { nowMs, timeZone })
  const items = chosen.flatMap(({ matchedImage, matchedSize, quantity, orderNumber }): LayoutItem[] => {
    if (!matchedSize || !matchedImage?.widthPx || !matchedImage.heightPx) return []
    const { widthPx, heightPx } = matchedImage
    const image = { widthPx, heightPx, trim: trimOf(matchedImage) }
    return [{ image, widthIn: matchedSize.valueIn, quantity, order: { number: orderNumber, shipDay: null } }]
  })
  const film = {
    ...filmFor(template, await destinationOf(db, userId, template)),
    labels: hasLabels({ type: "Etsy", labels: null }, template),
    nesting: "boxes" as const,
    packing,
  }
  const tooLarge = new Set(tooLargeItems(items, film))
  const fitting = items.filter((_, index) => !tooLarge.has(index))
  if (fitting.length === 0) return 0
  const plan = await planPrintPausing(fitting, film, layoutHost, { effort: "quick" }, rest)
  return plan.kind === "planned" ? plan.lengthIn : 0
}
