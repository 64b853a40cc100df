import type { HuffmanTable } from "./huffman-table.ts"
import type { JpegFrame } from "./jpeg-frame.ts"
import { damagedJpeg } from "./jpeg-refusal.ts"

type ScanEntry = { number: number; dc: HuffmanTable | null; ac: HuffmanTable | null }

/** One scan: its components, its coefficients (ss–se, zigzag), and their bits (from ah down to al). */
export type Scan = {
  entries: ScanEntry[]
  ss: number
  se: number
  ah: number
  al: number
  restartInterval: number
}

type Slots = readonly (HuffmanTable | undefined)[]

/** Reads a start-of-scan payload and refuses values that the kernel cannot rely on (T.81 B.2.3, G.1.1.1). */
export function parseScan(
  payload: Uint8Array,
  frame: JpegFrame,
  dcSlots: Slots,
  acSlots: Slots,
  restartInterval: number,
): Scan {
  const count = payload[0]
  const tail = 1 + count * 2
  if (payload.length < 4 || payload.length < tail + 3 || count < 1 || count > frame.components.length)
    throw damagedJpeg("the header of a scan makes no sense")
  const { isProgressive } = frame
  const ss = isProgressive ? payload[tail] : 0
  const se = isProgressive ? payload[tail + 1] : 63
  const ah = isProgressive ? payload[tail + 2] >> 4 : 0
  const al = isProgressive ? payload[tail + 2] & 15 : 0
  const isRefining = ah > 0
  const needsDc = ss === 0 && !isRefining
  const needsAc = se > 0
  if (isProgressive) {
    const isBandValid = ss === 0 ? se === 0 : ss <= se && se <= 63 && count === 1
    if (!isBandValid || al > 13 || (isRefining && al !== ah - 1)) throw damagedJpeg("a scan makes no sense")
  }
  const entries = Array.from({ length: count }, (_, i): ScanEntry => {
    const number = frame.components.findIndex((component) => component.id === payload[1 + i * 2])
    const dc = dcSlots[payload[2 + i * 2] >> 4] ?? null
    const ac = acSlots[payload[2 + i * 2] & 15] ?? null
    if (number < 0) throw damagedJpeg("a scan names an unknown colour channel")
    if ((needsDc && dc === null) || (needsAc && ac === null)) throw damagedJpeg("a code table is missing")
    return { number, dc, ac }
  })
  if (new Set(entries.map((entry) => entry.number)).size !== count)
    throw damagedJpeg("a scan names a colour channel twice")
  const blocks = entries.reduce(
    (sum, { number }) => sum + frame.components[number].h * frame.components[number].v,
    0,
  )
  if (count > 1 && blocks > 10) throw damagedJpeg("its colour channels make no sense")
  return { entries, ss, se, ah, al, restartInterval }
}

/** Returns the number of blocks that decoding this scan visits. */
export function scanVisits(scan: Scan, frame: JpegFrame): number {
  return scan.entries.reduce((sum, { number }) => {
    const component = frame.components[number]
    return sum + component.blocksWide * component.blocksHigh
  }, 0)
}
