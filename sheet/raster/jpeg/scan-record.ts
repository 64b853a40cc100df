import type { HuffmanTable } from "./huffman-table.ts"
import type { JpegKernel } from "./jpeg-kernel.ts"
import type { Scan } from "./scan-header.ts"

/** The bytes of a cursor in a scan record, as sheet/kernel/_jpeg-entropy.as.ts describes it. */
export const CURSOR_BYTES = 56
/** The bytes of a saved cursor, half as many: counts in fewer bits, only 16 bits of each predictor. */
export const PACKED_CURSOR_BYTES = 28
const RECORD_BYTES = 84 + 4 * 12

/** A scan in kernel memory: its parameters, and a cursor that each call of the kernel advances. */
export type ScanRecord = { scan: Scan; pointer: number }

/** A store of Huffman tables in kernel memory, each copied once. */
export class TableStore {
  readonly #kernel: JpegKernel
  readonly #pointers = new Map<HuffmanTable, number>()

  constructor(kernel: JpegKernel) {
    this.#kernel = kernel
  }

  pointer(table: HuffmanTable | null): number {
    if (table === null) return 0
    const known = this.#pointers.get(table)
    if (known !== undefined) return known
    const pointer = this.#kernel.allocate(table.bytes.length)
    this.#kernel.view(pointer, table.bytes.length).set(table.bytes)
    this.#pointers.set(table, pointer)
    return pointer
  }
}

/** Writes the record of a scan whose entropy-coded bytes lie from `from` to `end`. */
export function writeScanRecord(
  kernel: JpegKernel,
  tables: TableStore,
  scan: Scan,
  from: number,
  end: number,
): ScanRecord {
  const entries = scan.entries.map(({ number, dc, ac }) => [number, tables.pointer(dc), tables.pointer(ac)])
  const pointer = kernel.allocate(RECORD_BYTES)
  const bytes = kernel.view(pointer, RECORD_BYTES)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  view.setUint32(0, from, true)
  view.setUint32(4, end, true)
  view.setInt32(24, scan.restartInterval, true)
  const isProgressive = scan.ss > 0 || scan.se < 63
  const parameters = [
    scan.entries.length,
    scan.ss,
    scan.se,
    scan.ah,
    scan.al,
    scan.restartInterval,
    Number(isProgressive),
  ]
  for (const [i, value] of [...parameters, ...entries.flat()].entries()) {
    view.setInt32(CURSOR_BYTES + i * 4, value, true)
  }
  return { scan, pointer }
}

/** Saves a cursor in PACKED_CURSOR_BYTES. */
export function packCursor(cursor: DataView, packed: DataView): void {
  packed.setUint32(0, cursor.getUint32(0, true), true)
  packed.setUint32(4, cursor.getUint32(8, true), true)
  packed.setUint32(8, cursor.getUint32(12, true), true)
  packed.setUint8(12, cursor.getInt32(16, true))
  packed.setUint8(13, cursor.getInt32(44, true))
  packed.setUint8(14, cursor.getInt32(48, true))
  packed.setUint16(16, cursor.getInt32(20, true), true)
  packed.setUint16(18, cursor.getInt32(24, true), true)
  for (let i = 0; i < 4; i++) packed.setInt16(20 + i * 2, cursor.getInt32(28 + i * 4, true), true)
}

/** Restores a saved cursor. The end of the scan's bytes, which never moves, stays. */
export function unpackCursor(packed: DataView, cursor: DataView): void {
  cursor.setUint32(0, packed.getUint32(0, true), true)
  cursor.setUint32(8, packed.getUint32(4, true), true)
  cursor.setUint32(12, packed.getUint32(8, true), true)
  cursor.setInt32(16, packed.getUint8(12), true)
  cursor.setInt32(44, packed.getUint8(13), true)
  cursor.setInt32(48, packed.getUint8(14), true)
  cursor.setInt32(20, packed.getUint16(16, true), true)
  cursor.setInt32(24, packed.getUint16(18, true), true)
  for (let i = 0; i < 4; i++) cursor.setInt32(28 + i * 4, packed.getInt16(20 + i * 2, true), true)
}

/** Returns the position of a scan's cursor in its bytes. */
export function scanPosition(kernel: JpegKernel, record: ScanRecord): number {
  const bytes = kernel.view(record.pointer, 4)
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true)
}

/** Moves a cursor to `pos`, in bytes that have moved in memory and now end at `end`. */
export function moveScan(kernel: JpegKernel, record: ScanRecord, pos: number, end: number): void {
  const bytes = kernel.view(record.pointer, 8)
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  view.setUint32(0, pos, true)
  view.setUint32(4, end, true)
}
