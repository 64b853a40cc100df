import type { HuffmanTable } from "./huffman-table.ts"
import type { JpegKernel } from "./jpeg-kernel.ts"
import type { Scan } from "./scan-header.ts"

/** Layout of a scan record, as sheet/kernel/_jpeg-entropy.as.ts describes it. */
export const CURSOR_BYTES = 56
const RECORD_BYTES = 84 + 4 * 12

/** A scan in kernel memory: its parameters, and a cursor that each call of the kernel moves on. */
export type ScanRecord = { scan: Scan; pointer: number }

/** Copies Huffman tables into kernel memory, each once. */
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

/** Where a scan's cursor stands in its bytes. */
export function scanPosition(kernel: JpegKernel, record: ScanRecord): number {
  const bytes = kernel.view(record.pointer, 4)
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true)
}

/** Points a cursor at `pos` in bytes that now end at `end`, after they have moved in memory. */
export function moveScan(kernel: JpegKernel, record: ScanRecord, pos: number, end: number): void {
  const bytes = kernel.view(record.pointer, 8)
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  view.setUint32(0, pos, true)
  view.setUint32(4, end, true)
}
