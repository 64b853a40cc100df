import type { Placement } from "../../../sheet/layout/layout.ts"
import type { SheetLabel } from "../../../sheet/raster/label/draw-label.ts"
import { artworkStamp, labelPicture } from "./stage-pictures.ts"
import type { PackedSheets } from "./use-sheet-layout.ts"
import type { Frame, View } from "./view.ts"

/** One copy's place, in inches from the film's top left corner. */
export type PieceBox = { x: number; y: number; width: number; height: number }
type PieceColours = {
  warn: string
  picked: string
  pickedFill: string
  blank: string
  blankLine: string
}

export type PieceScene = {
  packed: PackedSheets
  sheetIndex: number
  view: View
  frame: Frame
  warnedIds: ReadonlySet<string>
  pickedId: string | null
  colours: PieceColours
  /** Boxes of copies still on their way to their new place, by `copyKey`. */
  moving: ReadonlyMap<string, PieceBox> | null
  onPicture: () => void
}

/** Lies around the piece and covers none of its ink. */
const OUTLINE_PX = 2

/** A label's strip below this height is a smudge. */
const LEAST_LABEL_PX = 4

/** Names one copy across layouts. */
export function copyKey(packed: PackedSheets, placement: Placement): string {
  return `${packed.items[placement.piece].id} ${placement.copy}`
}

export function boxOf(placement: Placement, dpi: number): PieceBox {
  return {
    x: placement.x / dpi,
    y: placement.y / dpi,
    width: placement.widthPx / dpi,
    height: placement.heightPx / dpi,
  }
}

/** Paints the copies in sight, then the outlines of warned and picked ones above them. */
export function drawPieces(context: CanvasRenderingContext2D, scene: PieceScene, pixelRatio: number): void {
  const { packed, view, frame } = scene
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0)
  context.clearRect(0, 0, frame.widthPx, frame.heightPx)
  context.imageSmoothingQuality = "medium"
  const labels = packed.labels[scene.sheetIndex] ?? []
  const outlined: { box: PieceBox; isPicked: boolean }[] = []
  for (const [index, placement] of (packed.layout.sheets[scene.sheetIndex]?.placements ?? []).entries()) {
    const item = packed.items[placement.piece]
    const place = scene.moving?.get(copyKey(packed, placement)) ?? boxOf(placement, packed.dpi)
    const box = {
      x: view.x + place.x * view.pxPerIn,
      y: view.y + place.y * view.pxPerIn,
      width: place.width * view.pxPerIn,
      height: place.height * view.pxPerIn,
    }
    if (!isInSight(box, frame)) continue
    drawArtwork(context, scene, placement, box, pixelRatio)
    if (labels.length > 0) drawLabelOf(context, scene, placement, labels[index], box)
    if (item.id === scene.pickedId) outlined.push({ box, isPicked: true })
    else if (scene.warnedIds.has(item.id)) outlined.push({ box, isPicked: false })
  }
  for (const { box, isPicked } of outlined) {
    context.lineWidth = OUTLINE_PX
    context.strokeStyle = isPicked ? scene.colours.picked : scene.colours.warn
    if (isPicked) {
      context.fillStyle = scene.colours.pickedFill
      context.fillRect(box.x, box.y, box.width, box.height)
    }
    context.strokeRect(
      box.x - OUTLINE_PX,
      box.y - OUTLINE_PX,
      box.width + 2 * OUTLINE_PX,
      box.height + 2 * OUTLINE_PX,
    )
  }
}

/** The item that lies under a point of the stage, or null. */
export function itemAt(
  packed: PackedSheets,
  sheetIndex: number,
  view: View,
  at: { x: number; y: number },
): string | null {
  const x = ((at.x - view.x) / view.pxPerIn) * packed.dpi
  const y = ((at.y - view.y) / view.pxPerIn) * packed.dpi
  const hit = packed.layout.sheets[sheetIndex]?.placements.find(
    (placement) =>
      x >= placement.x &&
      y >= placement.y &&
      x < placement.x + placement.widthPx &&
      y < placement.y + placement.heightPx,
  )
  return hit ? packed.items[hit.piece].id : null
}

/** The outline colours of the page's theme; a canvas cannot read `light-dark()` itself. */
export function readColours(element: HTMLElement): PieceColours {
  const probe = document.createElement("span")
  element.append(probe)
  const read = (value: string) => {
    probe.style.color = value
    return getComputedStyle(probe).color
  }
  const colours = {
    warn: read("var(--color-warn)"),
    picked: read("var(--color-mat-500)"),
    pickedFill: "oklch(0.78 0.1 188 / 0.14)",
    blank: read("var(--color-film-2)"),
    blankLine: read("var(--color-paper-500)"),
  }
  probe.remove()
  return colours
}

function drawArtwork(
  context: CanvasRenderingContext2D,
  scene: PieceScene,
  placement: Placement,
  box: PieceBox,
  pixelRatio: number,
) {
  const { template, items } = scene.packed
  const width = placement.rotated ? box.height : box.width
  const height = placement.rotated ? box.width : box.height
  const stamp = artworkStamp(items[placement.piece], template.trim, width * pixelRatio, scene.onPicture)
  context.save()
  context.translate(box.x + box.width / 2, box.y + box.height / 2)
  // A turned copy is turned clockwise; a mirrored one is mirrored first.
  if (placement.rotated) context.rotate(Math.PI / 2)
  if (placement.halfTurned) context.rotate(Math.PI)
  if (template.mirror) context.scale(-1, 1)
  if (stamp) {
    context.drawImage(stamp, -width / 2, -height / 2, width, height)
  } else {
    context.fillStyle = scene.colours.blank
    context.strokeStyle = scene.colours.blankLine
    context.setLineDash([4, 3])
    context.fillRect(-width / 2, -height / 2, width, height)
    context.strokeRect(-width / 2 + 0.5, -height / 2 + 0.5, width - 1, height - 1)
  }
  context.restore()
}

/** Draws the label exactly as the sheet will have it; one too small to be seen is left out. */
function drawLabelOf(
  context: CanvasRenderingContext2D,
  { packed, view }: PieceScene,
  placement: Placement,
  label: SheetLabel,
  box: PieceBox,
) {
  const scale = view.pxPerIn / packed.dpi
  if (Math.min(label.widthPx, label.heightPx) * scale < LEAST_LABEL_PX) return
  const ink = labelPicture(label)
  if (ink === null) return
  const left = box.x + (label.x + ink.x - placement.x) * scale
  const top = box.y + (label.y + ink.y - placement.y) * scale
  context.drawImage(ink.canvas, left, top, ink.canvas.width * scale, ink.canvas.height * scale)
}

function isInSight(box: PieceBox, frame: Frame): boolean {
  return box.x < frame.widthPx && box.y < frame.heightPx && box.x + box.width > 0 && box.y + box.height > 0
}
