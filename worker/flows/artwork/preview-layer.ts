import type { z } from "zod"
import type { artworkPreviewSchema } from "../../../contract/artwork/artwork-preview.ts"
import { isInkOpen } from "../../../contract/artwork/ink.ts"
import type { PreviewLayer } from "../../../contract/artwork/preview-request.ts"
import { ApiError, unknown } from "../../../contract/error.ts"
import type { ImageRow } from "../../data/artwork/image-rows.ts"
import { databaseOf } from "../../data/database.ts"
import { findDestination } from "../../data/delivery/destination-rows.ts"
import {
  findDefaultSheetTemplate,
  findSheetTemplate,
  type SheetTemplateRow,
} from "../../data/prints/sheet-template-rows.ts"
import type { Env } from "../../env.ts"
import { findInk, ownPrintedWidthIn, printedWholeIn, settingsUnder } from "./find-ink.ts"

type AskedLayer = Pick<
  z.output<typeof artworkPreviewSchema>,
  "layer" | "widthIn" | "sheetTemplateId" | "garment" | "marksOutside"
>

/** Returns the template that a preview goes by; throws an ApiError if this user has no such. */
export async function previewTemplate(
  env: Env,
  { userId }: ImageRow,
  { sheetTemplateId }: Pick<AskedLayer, "sheetTemplateId">,
): Promise<SheetTemplateRow> {
  const db = databaseOf(env)
  const template = sheetTemplateId
    ? await findSheetTemplate(db, userId, sheetTemplateId)
    : await findDefaultSheetTemplate(db, userId, Date.now())
  if (!template) throw unknown("sheet template")
  return template
}

/**
 * Returns a layer of an artwork as the press draws it; undefined for the ink itself. White is laid by the template's
 * destination; where that has none, its shop's program lays it beneath all ink.
 */
export async function previewLayerOf(
  env: Env,
  row: ImageRow,
  { layer, widthIn: asked, garment, marksOutside }: AskedLayer,
  template: SheetTemplateRow,
): Promise<PreviewLayer | undefined> {
  if (layer === "ink") return undefined
  const db = databaseOf(env)
  const { id: imageId, userId } = row
  const { destinationId, dpi, trim } = template
  const destination = destinationId ? await findDestination(db, userId, destinationId) : null
  const widthIn = asked ?? ownPrintedWidthIn(row, trim)
  if (layer === "findings") {
    const settings = settingsUnder(template, destination)
    const [ink] = await findInk(env, { userId, items: [{ imageId, widthIn }] }, settings, { isAsked: true })
    if (ink?.state !== "ready") throw new ApiError("conflict", ink?.reason ?? NOT_CHECKED)
    const marks = ink.findings
      .filter(isInkOpen)
      .flatMap(({ severity, places }) => places.map((place) => ({ severity, place })))
    return { kind: "findings", marks }
  }
  const printedWidthPx = Math.max(1, Math.round(printedWholeIn(row, widthIn, trim) * dpi))
  const chokePx = destination?.white.isOn ? destination.white.chokePx : 0
  if (layer === "white") return { kind: "white", printedWidthPx, chokePx }
  const shirt = { printedWidthPx, chokePx, garment: garment ?? null }
  if (!destination?.profileKey) return { kind: "proof", ...shirt }
  const { profileKey } = destination
  return { kind: "proof", ...shirt, profileKey, ...(marksOutside && { marksOutside }) }
}

const NOT_CHECKED = "The press still looks at its ink at this size. Please try again in a moment."
