import type { Placement } from "../../../sheet/layout/layout.ts"
import { CODE_DOTS } from "../../../sheet/raster/label/code-dots.ts"
import { codeBox, type SheetLabel } from "../../../sheet/raster/label/draw-label.ts"
import { pinKey } from "./pin.ts"
import { artworkStamp, codePicture, labelPicture } from "./stage-pictures.ts"
import type { PackedSheets } from "./use-sheet-layout.ts"
import type { Frame, View } from "./view.ts"

/** One copy's place, in inches from the film's top left corner. */
export type PieceBox = { x: number; y: number; width: number; height: number }
type PieceColours = {
  warn: string
  picked: string
  pickedFill: string
  bad: string
  badFill: string
  pin: string
  pinned: string
  blank: string
  blankLine: string
}

/** The copies that a hand marks, by `copyKey`. */
export type HandMarks = {
  picked: ReadonlySet<string>
  pinned: ReadonlySet<string>
  /** Held copies, which are drawn elsewhere. */
  held: ReadonlySet<string>
}

export type PieceScene = {
  packed: PackedSheets
  sheetIndex: number
  view: View
  frame: Frame
  warnedIds: ReadonlySet<string>
  /** The item under the mouse, here or in the list. */
  pickedId: string | null
  marks: HandMarks | null
  colours: PieceColours
  /** Boxes of copies that are still moving to their new place, by `copyKey`. */
  moving: ReadonlyMap<string, PieceBox> | null
  onPicture: () => void
}

/** The width of an outline, which lies around the piece and covers none of its ink. */
const OUTLINE_PX = 2

/** Any code: drawn if dots are too small to be told apart. */
const BLURRED_CODE = "HTTPS://0000000000-1-1"

/** The height below which a label's strip is a smudge. */
const LEAST_LABEL_PX = 4

/** Returns a name of one copy that is the same across layouts. */
export function copyKey(packed: PackedSheets, { piece, copy }: Pick<Placement, "piece" | "copy">): string {
  return pinKey({ itemId: packed.items[piece].id, copy })
}

export function boxOf(placement: Placement, dpi: number): PieceBox {
  return {
    x: placement.x / dpi,
    y: placement.y / dpi,
    width: placement.widthPx / dpi,
    height: placement.heightPx / dpi,
  }
}

/** Paints the visible copies, then the outlines of warned and picked ones above them. */
export function drawPieces(context: CanvasRenderingContext2D, scene: PieceScene, pixelRatio: number): void {
  const { packed, view, frame, marks } = scene
  const { warn, picked, pickedFill } = scene.colours
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0)
  context.clearRect(0, 0, frame.widthPx, frame.heightPx)
  context.imageSmoothingQuality = "medium"
  const labels = packed.labels[scene.sheetIndex] ?? []
  const outlined: { box: PieceBox; line: string; fill: string | null }[] = []
  const pins: PieceBox[] = []
  for (const [index, placement] of (packed.layout.sheets[scene.sheetIndex]?.placements ?? []).entries()) {
    const item = packed.items[placement.piece]
    const key = copyKey(packed, placement)
    if (marks?.held.has(key)) continue
    const box = onStage(scene.moving?.get(key) ?? boxOf(placement, packed.dpi), view)
    if (!isInSight(box, frame)) continue
    drawArtwork(context, scene, placement, box, pixelRatio)
    if (labels.length > 0) drawLabelOf(context, scene, placement, labels[index], box)
    if (marks?.pinned.has(key)) pins.push(box)
    if (marks?.picked.has(key)) outlined.push({ box, line: picked, fill: pickedFill })
    // With a hand on the film, picked pieces have a fill; the one under the pointer has a line.
    else if (item.id === scene.pickedId) outlined.push({ box, line: picked, fill: marks ? null : pickedFill })
    else if (scene.warnedIds.has(item.id)) outlined.push({ box, line: warn, fill: null })
  }
  for (const { box, line, fill } of outlined) outline(context, box, line, fill)
  for (const box of pins) drawPin(context, box, scene.colours)
}

/** Paints held copies, lifted off the film; `isFree` says whether they may lie there. */
export function drawHeld(
  context: CanvasRenderingContext2D,
  scene: Omit<PieceScene, "marks" | "moving">,
  held: readonly { placement: Placement; box: PieceBox }[],
  isFree: boolean,
  pixelRatio: number,
): void {
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0)
  context.clearRect(0, 0, scene.frame.widthPx, scene.frame.heightPx)
  context.imageSmoothingQuality = "medium"
  const { picked, pickedFill, bad, badFill } = scene.colours
  for (const { placement, box } of held) {
    const at = onStage(box, scene.view)
    context.save()
    context.shadowColor = "oklch(0.12 0.03 205 / 0.5)"
    context.shadowBlur = 14 * pixelRatio
    context.shadowOffsetY = 6 * pixelRatio
    drawArtwork(context, scene, placement, at, pixelRatio)
    context.restore()
    outline(context, at, isFree ? picked : bad, isFree ? pickedFill : badFill)
  }
}

function onStage(box: PieceBox, view: View): PieceBox {
  return {
    x: view.x + box.x * view.pxPerIn,
    y: view.y + box.y * view.pxPerIn,
    width: box.width * view.pxPerIn,
    height: box.height * view.pxPerIn,
  }
}

function outline(context: CanvasRenderingContext2D, box: PieceBox, line: string, fill: string | null) {
  context.lineWidth = OUTLINE_PX
  context.strokeStyle = line
  if (fill !== null) {
    context.fillStyle = fill
    context.fillRect(box.x, box.y, box.width, box.height)
  }
  context.strokeRect(
    box.x - OUTLINE_PX,
    box.y - OUTLINE_PX,
    box.width + 2 * OUTLINE_PX,
    box.height + 2 * OUTLINE_PX,
  )
}

/** Draws a pin's head in the upper right corner; smaller on small pieces, none on a speck. */
function drawPin(context: CanvasRenderingContext2D, box: PieceBox, { pin, pinned }: PieceColours) {
  const radius = Math.min(6, Math.min(box.width, box.height) / 5)
  if (radius < 1.5) return
  context.beginPath()
  context.arc(box.x + box.width - radius - 2, box.y + radius + 2, radius, 0, 2 * Math.PI)
  context.fillStyle = pinned
  context.fill()
  context.lineWidth = radius / 3
  context.strokeStyle = pin
  context.stroke()
}

/** Returns the copy that lies under a point of the stage, or null. */
export function placementAt(
  packed: PackedSheets,
  sheetIndex: number,
  view: View,
  at: { x: number; y: number },
): Placement | null {
  const x = ((at.x - view.x) / view.pxPerIn) * packed.dpi
  const y = ((at.y - view.y) / view.pxPerIn) * packed.dpi
  const hit = packed.layout.sheets[sheetIndex]?.placements.findLast(
    (placement) =>
      x >= placement.x &&
      y >= placement.y &&
      x < placement.x + placement.widthPx &&
      y < placement.y + placement.heightPx,
  )
  return hit ?? null
}

/** Returns the outline colours of the page's theme; a canvas cannot read `light-dark()` itself. */
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
    bad: read("var(--color-bad)"),
    badFill: "oklch(0.6 0.2 27 / 0.32)",
    pin: read("var(--color-white)"),
    pinned: read("var(--color-mat-700)"),
    blank: read("var(--color-film-2)"),
    blankLine: read("var(--color-paper-500)"),
  }
  probe.remove()
  return colours
}

function drawArtwork(
  context: CanvasRenderingContext2D,
  scene: Pick<PieceScene, "packed" | "colours" | "onPicture">,
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
  { packed, view, onPicture }: PieceScene,
  placement: Placement,
  label: SheetLabel,
  box: PieceBox,
) {
  const scale = view.pxPerIn / packed.dpi
  if (Math.min(label.widthPx, label.heightPx) * scale < LEAST_LABEL_PX) return
  const left = box.x + (label.x - placement.x) * scale
  const top = box.y + (label.y - placement.y) * scale
  const ink = labelPicture(label)
  if (ink !== null) {
    const { canvas, x, y } = ink
    context.drawImage(canvas, left + x * scale, top + y * scale, canvas.width * scale, canvas.height * scale)
  }
  const code = codeBox(label)
  if (code === null) return
  const sizePx = code.sizePx * scale
  // If no dot can be seen, all codes look the same.
  const seen = sizePx < CODE_DOTS ? { ...label, code: BLURRED_CODE } : label
  const picture = codePicture(seen, onPicture)
  if (picture === null) return
  context.imageSmoothingEnabled = sizePx < 2 * CODE_DOTS
  context.drawImage(picture, left + code.x * scale, top + code.y * scale, sizePx, sizePx)
  context.imageSmoothingEnabled = true
}

function isInSight(box: PieceBox, frame: Frame): boolean {
  return box.x < frame.widthPx && box.y < frame.heightPx && box.x + box.width > 0 && box.y + box.height > 0
}
