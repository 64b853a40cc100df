import { crc32, deflateSync } from "node:zlib"

import { filterRows } from "../../../sheet/kernel/raster-pixels.twin.ts"
import { joined } from "../../../sheet/raster/file-bytes.ts"

const STRIP_ROWS = 32

/** A stamp as it was written before colours and alphas were kept apart ("SSSTAMP1"). */
export function oldStampOf(rgba: Uint8Array, widthPx: number, heightPx: number): Uint8Array {
  const strips: Uint8Array[] = []
  const rowBytes = widthPx * 4
  for (let top = 0; top < heightPx; top += STRIP_ROWS) {
    const rows = rgba.subarray(top * rowBytes, Math.min(heightPx, top + STRIP_ROWS) * rowBytes)
    strips.push(new Uint8Array(deflateSync(filterRows(rows, new Uint8Array(rowBytes)))))
  }
  const magic = new TextEncoder().encode("SSSTAMP1")
  const words = [...strips.map(({ length }) => length), ...new Uint32Array(magic.buffer), widthPx, heightPx]
  const end = new Uint8Array(Uint32Array.from([...words, STRIP_ROWS, 0]).buffer)
  new DataView(end.buffer).setUint32(end.length - 4, crc32(end.subarray(0, -4)), true)
  return joined([magic, ...strips, end])
}
