import type { Pause } from "../raster/pause.ts"
import { type BitMap, emptyBitMap, nextBit, runStart, writeRun } from "./bit-map.ts"

/** The runs that wait at once, 8 bytes each. What finds no place is found again in its row. */
const WAITING_RUNS = 1 << 19
/** What a flood holds besides its bits. */
export const FLOOD_BYTES = 8 * WAITING_RUNS

/**
 * Returns the set bits that are joined by sides to the picture's border: a flood by runs, each taken once (scan-line
 * fill, A. R. Smith, "Tint fill", 1979). The bits reached are cleared in `ground`.
 *
 * Rows with runs that found no place to wait are gone through again when the others are done. Each round reaches
 * half a million runs at least, so even the worst picture of a hundred megapixels takes a hundred.
 */
export async function floodFromBorder(
  ground: BitMap,
  pause: Pause,
  waitingRuns = WAITING_RUNS,
): Promise<BitMap> {
  const { widthPx, heightPx } = ground
  const reached = emptyBitMap(widthPx, heightPx)
  const froms = new Int32Array(waitingRuns)
  const ends = new Int32Array(waitingRuns)
  const isCrowded = new Uint8Array(heightPx)
  const rowBit = (y: number) => y * ground.stride * 32
  let waiting = 0
  let crowdedRows = 0

  /** Takes the runs of row y that touch [from, end). */
  const reach = (y: number, from: number, end: number) => {
    for (let x = nextBit(ground, y, from, end, false); x < end; x = nextBit(ground, y, x, end, false)) {
      const start = runStart(ground, y, x)
      x = nextBit(ground, y, x, widthPx, true)
      writeRun(ground.words, rowBit(y) + start, rowBit(y) + x, false)
      writeRun(reached.words, rowBit(y) + start, rowBit(y) + x, true)
      if (waiting < waitingRuns) {
        froms[waiting] = y * widthPx + start
        ends[waiting++] = y * widthPx + x
      } else if (isCrowded[y] === 0) {
        isCrowded[y] = 1
        crowdedRows++
      }
      if (x >= end) return
    }
  }
  const reachBeside = (y: number, from: number, end: number) => {
    if (y > 0) reach(y - 1, from, end)
    if (y + 1 < heightPx) reach(y + 1, from, end)
  }
  const goOn = async () => {
    for (let taken = 0; waiting > 0; taken++) {
      const from = froms[--waiting]
      const y = Math.floor(from / widthPx)
      reachBeside(y, from - y * widthPx, ends[waiting] - y * widthPx)
      if (taken % 4096 === 4095) await pause(65_536)
    }
  }

  for (let y = 0; y < heightPx; y++) {
    if (y === 0 || y === heightPx - 1) reach(y, 0, widthPx)
    reach(y, 0, 1)
    reach(y, widthPx - 1, widthPx)
    if (waiting > waitingRuns / 2) await goOn()
  }
  await goOn()
  while (crowdedRows > 0) {
    for (let y = 0; y < heightPx; y++) {
      if (isCrowded[y] === 0) continue
      isCrowded[y] = 0
      crowdedRows--
      for (let x = nextBit(reached, y, 0, widthPx, false); x < widthPx; ) {
        const end = nextBit(reached, y, x, widthPx, true)
        reachBeside(y, x, end)
        x = nextBit(reached, y, end, widthPx, false)
      }
    }
    await goOn()
  }
  return reached
}
