import type { Placement } from "../../../sheet/layout/layout.ts"
import type { Foot } from "../../../sheet/layout/nest/outline.ts"
import type { PrintedInk } from "../../../sheet/layout/nest/printed-ink.ts"

type Pixels = [number, number][]

/** The pixels of one placed copy on the sheet: its ink, and its label's strip. */
export type PaintedInk = { ink: Pixels; strip: Pixels }

/** Returns ragged artwork, often trimmed, printed at one, two or three pixels for each of its own. */
export function giveInk(random: () => number): PrintedInk {
  const upTo = (most: number) => Math.floor(random() * (most + 1))
  const [columns, rows] = [6 + upTo(8), 6 + upTo(8)]
  const box = { x: upTo(2), y: upTo(2), width: columns - 3, height: rows - 3 }
  const scale = 1 + upTo(2)
  const fill = 0.15 + random() * 0.6
  const runs = Array.from({ length: rows }, () => {
    const ends: number[] = []
    for (let column = 0; column < columns; column++) {
      if (random() > fill) continue
      if (ends.at(-1) === column) ends[ends.length - 1] = column + 1
      else ends.push(column, column + 1)
    }
    return Uint16Array.from(ends)
  })
  return {
    silhouette: { widthPx: columns, heightPx: rows, cellPx: 1, isVector: false, rows: runs },
    box,
    widthPx: box.width * scale,
    heightPx: box.height * scale,
    mirror: random() < 0.5,
  }
}

/** Paints a copy pixel by pixel: enlarged, spread, cut to its box, mirrored, footed and turned. */
export function paint(placement: Placement, ink: PrintedInk | null, foot: Foot): PaintedInk {
  const { rotated, halfTurned } = placement
  const [widthPx, packedPx] = rotated
    ? [placement.heightPx, placement.widthPx]
    : [placement.widthPx, placement.heightPx]
  const heightPx = packedPx - foot.reservePx
  const turned = (x: number, y: number): [number, number] => {
    // A quarter turn clockwise brings the lowest row to the left.
    let [at, from] = rotated ? [packedPx - 1 - y, x] : [x, y]
    if (halfTurned) [at, from] = [placement.widthPx - 1 - at, placement.heightPx - 1 - from]
    return [placement.x + at, placement.y + from]
  }
  const pixels = ink ? inkPixels(ink) : box(0, heightPx, widthPx)
  return {
    ink: pixels.map(([x, y]) => turned(x, y)),
    strip: box(heightPx, heightPx + foot.stripPx, widthPx).map(([x, y]) => turned(x, y)),
  }
}

/** Returns the squared free space between two sets of pixels; −1 if they share one. */
export function squaredDistance(a: Pixels, b: Pixels): number {
  let nearest = Number.POSITIVE_INFINITY
  for (const [x, y] of a) {
    for (const [otherX, otherY] of b) {
      const [across, down] = [Math.abs(x - otherX), Math.abs(y - otherY)]
      if (across === 0 && down === 0) return -1
      nearest = Math.min(nearest, Math.max(0, across - 1) ** 2 + Math.max(0, down - 1) ** 2)
    }
  }
  return nearest
}

function inkPixels({ silhouette, box: part, widthPx, heightPx, mirror }: PrintedInk): Pixels {
  const scale = widthPx / part.width
  const spread = Math.ceil((scale - 1) / 2)
  const painted = new Set<number>()
  silhouette.rows.forEach((row, y) => {
    for (let i = 0; i < row.length; i += 2) {
      for (let x = row[i]; x < row[i + 1]; x++) {
        for (let down = -spread; down < scale + spread; down++) {
          for (let across = -spread; across < scale + spread; across++) {
            const [printedX, printedY] = [(x - part.x) * scale + across, (y - part.y) * scale + down]
            const isPrinted = printedX >= 0 && printedX < widthPx && printedY >= 0 && printedY < heightPx
            if (isPrinted) painted.add(printedY * widthPx + (mirror ? widthPx - 1 - printedX : printedX))
          }
        }
      }
    }
  })
  return [...painted].map((pixel) => [pixel % widthPx, Math.floor(pixel / widthPx)])
}

function box(top: number, bottom: number, widthPx: number): Pixels {
  return Array.from({ length: (bottom - top) * widthPx }, (_, i) => [
    i % widthPx,
    top + Math.floor(i / widthPx),
  ])
}
