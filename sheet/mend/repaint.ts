import type { RowSource } from "../raster/artwork.ts"
import type { RasterHost } from "../raster/host.ts"
import { openKernel } from "../raster/raster-kernel.ts"
import { rowWords } from "./bit-map.ts"
import { heldBy, holding } from "./held-bytes.ts"
import type { Ground } from "./read-ground.ts"
import { openUnmix, type PaintEdge, type UnmixReach, unmixBytes, unmixMargin } from "./unmix.ts"

/** The rows around an edge that are held, and those that are written at once. */
const WINDOW_BYTES = 16 << 20
const MOST_ROWS = 256
const BLOCK_PX = 512
/** How far an edge is followed where the window has room for it: at 300 DPI, soft edges of 4 mm. */
const WIDEST: UnmixReach = { band: 24, climb: 24, search: 5 }
const NARROWEST = 2

/** What becomes of the pixels of a row, in place, and of those of an edge, from what they were. */
export type Paint = { plain(pixels: Uint32Array, bits: Uint32Array): void; edge: PaintEdge }

/** Returns a picture whose pixels are painted anew, those of the edges of its ground apart. */
export function repaint(source: RowSource, ground: Ground, paint: Paint, host: RasterHost): RowSource {
  const { widthPx, heightPx } = source
  const { bits } = ground
  const { rows, reach } = windowOf(source)
  const margin = unmixMargin(reach)
  const block: [number, number] = [BLOCK_PX, rows]
  const repainted: RowSource = {
    widthPx,
    heightPx,
    async decode(sink, pause) {
      const kernel = openKernel(host, "mend")
      // Memory of a kernel is used again, while large arrays wait for the garbage collector.
      const [heldPixels, writtenPixels] = [(rows + 2 * margin) * widthPx, rows * widthPx]
      const heldAt = kernel.allocate(heldPixels * 4)
      const writtenAt = kernel.allocate(writtenPixels * 4)
      const unmix = openUnmix(kernel, ground, reach, block, paint.edge)
      const { buffer } = kernel.calls.memory
      const pixels = new Uint32Array(buffer, heldAt, heldPixels)
      const bytes = new Uint8Array(buffer, heldAt, heldPixels * 4)
      const written = new Uint32Array(buffer, writtenAt, writtenPixels)
      const lines = new Uint8Array(buffer, writtenAt, writtenPixels * 4)
      // The window's first row, the next row to be written, and the end of those that are held.
      let [top, next, end] = [0, 0, 0]
      const take = (row: Uint8Array, y: number) => {
        if (end - top === rows + 2 * margin) {
          const first = Math.max(0, next - margin)
          pixels.copyWithin(0, (first - top) * widthPx, (end - top) * widthPx)
          top = first
        }
        bytes.set(row, (y - top) * widthPx * 4)
        end = y + 1
        while (next < heightPx && (end === heightPx || end - next >= rows + margin)) writeStrip()
      }
      try {
        await source.decode(take, pause)
      } finally {
        kernel.close()
      }

      function writeStrip(): void {
        const bottom = Math.min(heightPx, next + rows)
        written.set(pixels.subarray((next - top) * widthPx, (bottom - top) * widthPx))
        for (let y = next; y < bottom; y++)
          paint.plain(written.subarray((y - next) * widthPx, (y - next + 1) * widthPx), rowWords(bits, y))
        for (let left = 0; left < widthPx; left += BLOCK_PX) {
          const right = Math.min(widthPx, left + BLOCK_PX)
          unmix({ left, top: next, right, bottom }, { at: heldAt, top }, written)
        }
        for (let y = next; y < bottom; y++)
          sink(lines.subarray((y - next) * widthPx * 4, (y - next + 1) * widthPx * 4), y)
        next = bottom
      }
    },
  }
  const windowBytes = 2 * (rows + margin) * widthPx * 4
  const ownBytes = bits.words.byteLength + windowBytes + unmixBytes(ground, reach, block)
  return holding(repainted, heldBy(source) + ownBytes)
}

/** Returns how many rows are written at once, and how far their edges are followed, within WINDOW_BYTES. */
function windowOf({ widthPx, heightPx }: RowSource): { rows: number; reach: UnmixReach } {
  const lines = Math.floor(WINDOW_BYTES / (widthPx * 4))
  let reach = WIDEST
  const rowsLeft = () => Math.floor((lines - 2 * unmixMargin(reach)) / 2)
  while (rowsLeft() < unmixMargin(reach) / 2 && reach.band > NARROWEST) {
    const band = reach.band - 1
    reach = { band, climb: band, search: Math.min(WIDEST.search, band) }
  }
  return { rows: Math.max(1, Math.min(MOST_ROWS, heightPx, rowsLeft())), reach }
}
