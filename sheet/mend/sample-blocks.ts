import type { Picture, RowSource } from "../raster/artwork.ts"
import type { Pause } from "../raster/pause.ts"

/** The most blocks that are kept, their pixels together, and the pixels of a row that are looked at. */
const MOST_BLOCKS = 16
const MOST_PIXELS = 1 << 21
const MOST_ROW_PX = 2048
/** The swing of a channel that is more than noise, in codes. */
const LEAST_SWING = 16

/** Where blocks of a length lie, each `size` long. */
type Places = { starts: number[]; size: number }

/**
 * Returns blocks of a picture's pixels that are not of one colour, at most `side` pixels wide and high, spread over it: a
 * sample of what is drawn. Decodes it once.
 */
export async function sampleBlocks(source: RowSource, side: number, pause: Pause): Promise<Picture[]> {
  const most = Math.max(1, Math.min(MOST_BLOCKS, Math.floor(MOST_PIXELS / side ** 2)))
  const columns = placesIn(source.widthPx, side, Math.max(1, Math.floor(MOST_ROW_PX / side)))
  const bands = placesIn(source.heightPx, side, most)
  const kept: Picture[] = []
  const [widthPx, heightPx] = [columns.size, bands.size]
  const held = columns.starts.map(() => new Uint8Array(widthPx * heightPx * 4))
  const keepSome = () => {
    const drawn = held.filter(hasSwing)
    const count = Math.min(drawn.length, Math.ceil(most / bands.starts.length))
    for (let i = 0; i < count; i++)
      kept.push({ widthPx, heightPx, rgba: drawn[Math.floor((i * drawn.length) / count)].slice() })
  }
  let band = 0
  await source.decode((row, y) => {
    const line = y - bands.starts[band]
    if (!(line >= 0)) return
    for (const [i, start] of columns.starts.entries())
      held[i].set(row.subarray(start * 4, (start + widthPx) * 4), line * widthPx * 4)
    if (line + 1 < heightPx) return
    keepSome()
    band++
  }, pause)
  return kept
}

/** Returns where at most so many blocks lie in a length, evenly, without overlap. */
function placesIn(length: number, side: number, most: number): Places {
  const count = Math.min(most, Math.ceil(length / side))
  const starts = Array.from({ length: count }, (_, i) => Math.floor((i * length) / count))
  return { starts, size: Math.min(side, Math.floor(length / count)) }
}

/** Returns true if a channel of what is not clear swings by more than noise, or what is clear lies beside what is not. */
function hasSwing(rgba: Uint8Array): boolean {
  const least = [255, 255, 255, 255]
  const most = [0, 0, 0, 0]
  for (let at = 0; at < rgba.length; at += 4)
    for (let c = rgba[at + 3] === 0 ? 3 : 0; c < 4; c++) {
      if (rgba[at + c] < least[c]) least[c] = rgba[at + c]
      if (rgba[at + c] > most[c]) most[c] = rgba[at + c]
      if (most[c] - least[c] >= LEAST_SWING) return true
    }
  return false
}
