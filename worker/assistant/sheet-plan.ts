import { Buffer } from "node:buffer"
import { crc32, deflateSync } from "node:zlib"
import type { LayoutReply } from "../../contract/prints/print.ts"

/** The width of a plan in pixels, and the most rows of one. */
const WIDTH_PX = 512
const MAX_ROWS = 2_048
/** The place of the colour of edges; the film's is the first. */
const EDGE = 1
/** The colours of film, edges and pieces: each item has its own until they begin again. */
const PALETTE = [
  ...[0xf1f5f9, 0x334155, 0x60a5fa, 0xfbbf24, 0x34d399, 0xf87171, 0xa78bfa],
  ...[0x22d3ee, 0xfb923c, 0xa3e635, 0xf472b6, 0x94a3b8],
]
const FIRST_PIECE = 2
/** The parts of a PNG: how it begins, and eight bits a pixel of a palette. */
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const PALETTE_BITS = [8, 3, 0, 0, 0]

/**
 * Draws where the pieces of a sheet will lie, each as its box: what can be shown of a sheet before it is rendered. Returns a PNG.
 *
 *     ┌────────────────┐
 *     │┌────┐┌────┐┌──┐│  as wide as WIDTH_PX, a long sheet less
 *     ││  1 ││  1 ││ 2││
 *     │└────┘└────┘└──┘│
 *     └────────────────┘
 */
export function sheetPlan({ widthPx, lengthPx, placements }: LayoutReply["sheets"][number]): Uint8Array {
  const scale = Math.min(WIDTH_PX / widthPx, MAX_ROWS / lengthPx)
  const at = (px: number) => Math.round(px * scale)
  const [width, height] = [Math.max(1, at(widthPx)), Math.max(1, at(lengthPx))]
  // Each row begins with its filter's number, none.
  const rows = new Uint8Array((width + 1) * height)
  const colours = new Map<string, number>()
  for (const { itemId, x, y, widthPx: boxWidth, heightPx: boxHeight } of placements) {
    const colour = colours.get(itemId) ?? FIRST_PIECE + (colours.size % (PALETTE.length - FIRST_PIECE))
    colours.set(itemId, colour)
    const [left, top] = [at(x), at(y)]
    const [right, bottom] = [Math.min(width, at(x + boxWidth)), Math.min(height, at(y + boxHeight))]
    for (let row = top; row < bottom; row++) {
      const start = row * (width + 1) + 1
      const isEdge = row === top || row === bottom - 1
      rows.fill(isEdge ? EDGE : colour, start + left, start + right)
      if (right > left) rows[start + left] = rows[start + right - 1] = EDGE
    }
  }
  return png(width, height, rows)
}

/** Returns a PNG with a palette (w3.org/TR/png-3, 5 and 11). */
function png(width: number, height: number, rows: Uint8Array): Uint8Array {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  const palette = PALETTE.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255])
  return Buffer.concat([
    Buffer.from(SIGNATURE),
    chunk("IHDR", Buffer.concat([head, Buffer.from(PALETTE_BITS)])),
    chunk("PLTE", Buffer.from(palette)),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
