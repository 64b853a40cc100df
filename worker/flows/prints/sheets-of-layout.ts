import { inkSqInOf } from "../../../sheet/preflight/ink-area.ts"
import { type LaidOutPrint, stampsOf } from "../../../sheet/preflight/plan-print.ts"
import { labelsOf } from "../../../sheet/preflight/planned-labels.ts"
import { sharedPart } from "../../../sheet/preflight/shared-part.ts"
import type { StampSpec } from "../../../sheet/raster/make-stamp.ts"
import type { AttemptLayout } from "../../data/prints/attempt-layout-rows.ts"
import type { StoredPlacement } from "../../data/prints/sheet-rows.ts"
import type { Env } from "../../env.ts"
import { makeLinkToken } from "../../secrets/link-token.ts"
import { type Printable, type PrintableItem, withMadeSilhouettes } from "./read-printable.ts"
import { keyedStamp, type PlannedStamp, withShared } from "./stamp-key.ts"

/**
 * Returns the rows of an attempt's layout: its sheets, each with a token that cannot be guessed, every
 * stamp that they show, once, and the parts of its cost. Reads silhouettes that `printable` lacks.
 */
export async function attemptLayoutOf(
  env: Env,
  { layout, utilisation, boxesLengthIn }: LaidOutPrint,
  printable: Printable,
): Promise<AttemptLayout> {
  const { items, template } = await withMadeSilhouettes(env, printable)
  const measured = { boxesFilmIn: boxesLengthIn, inkSqIn: inkSqInOf(layout, items, template) }
  // Copies with the same turn share a stamp, and so do items of one artwork and size.
  const ofTurns = new Map<string, PlannedStamp>()
  const stampOnce = (piece: number, spec: StampSpec): PlannedStamp => {
    const turn = `${piece} ${spec.rotated} ${spec.halfTurned}`
    const stamp = ofTurns.get(turn) ?? stampOf(items[piece], spec)
    ofTurns.set(turn, stamp)
    return stamp
  }
  const sheets = layout.sheets.map((sheet) => {
    const specs = stampsOf(sheet, items, template)
    const labels = labelsOf(sheet, items, template)
    const placements = sheet.placements.map(({ piece, pinned: _, ...place }, index): StoredPlacement => {
      const stamp = stampOnce(piece, specs[index])
      return { itemId: items[piece].id, stampKey: stamp.stampKey, label: labels[index] ?? null, ...place }
    })
    return { ...sheet, placements, token: makeLinkToken() }
  })
  return { utilisation, measured, sheets, stamps: withShared([...ofTurns.values()]) }
}

function stampOf(
  { image }: PrintableItem,
  { trim, grid, widthPx, heightPx, rotated, halfTurned = false, mirror }: StampSpec,
): PlannedStamp {
  const { baseBox = null, overlayKey = null } = image.piece ?? {}
  return keyedStamp({
    imageId: image.id,
    imageName: image.name,
    sourceKey: image.sourceKey,
    kind: image.kind,
    widthPx,
    heightPx,
    rotated,
    halfTurned,
    mirror,
    overlayKey,
    baseBox: overlayKey && baseBox && grid ? sharedPart(baseBox, image, grid) : null,
    gridWidthPx: grid?.widthPx ?? null,
    gridHeightPx: grid?.heightPx ?? null,
    trimX: trim.x,
    trimY: trim.y,
    trimWidth: trim.width,
    trimHeight: trim.height,
  })
}
