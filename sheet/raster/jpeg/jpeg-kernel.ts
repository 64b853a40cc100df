import type { RasterHost } from "../host.ts"

/**
 * The exports of sheet/kernel/jpeg.as.ts. Pointers are byte offsets into its memory; records are
 * described there.
 */
type JpegExports = {
  memory: WebAssembly.Memory
  heapBase(): number
  findMarker(from: number, limit: number): number
  decodeMcus(
    scan: number,
    components: number,
    from: number,
    to: number,
    origin: number,
    softEnd: number,
  ): number
  decodeBlocks(
    scan: number,
    components: number,
    row: number,
    from: number,
    to: number,
    origin: number,
    softEnd: number,
  ): number
  inverseBlocks(
    coefficients: number,
    blockStride: number,
    quant: number,
    plane: number,
    planeStride: number,
    across: number,
    down: number,
  ): void
  upsampleH2V1(row: number, out: number, width: number): void
  upsampleH2V2(near: number, far: number, out: number, width: number): void
  upsampleH1V2(near: number, far: number, out: number, width: number, bias: number): void
  replicate(row: number, out: number, width: number, times: number): void
  yccToRgba(y: number, cb: number, cr: number, out: number, width: number): void
  planesToRgba(red: number, green: number, blue: number, out: number, width: number): void
  greyToRgba(grey: number, out: number, width: number): void
  joinBlack(rgba: number, black: number, width: number, flipColour: number, flipBlack: number): void
  reverseRow(rgba: number, width: number): void
  turnColumns(
    strip: number,
    strideBytes: number,
    height: number,
    columns: number,
    out: number,
    isReversed: number,
  ): void
}

const PAGE_BYTES = 65_536
/**
 * The size beyond which an instance is dropped instead of kept for the next file: WASM memory never
 * shrinks.
 */
const KEPT_BYTES = 8 << 20

/** The spare bytes after a row, because vectors are loaded and stored whole across its end. */
const SPARE_BYTES = 64

const idleByHost = new WeakMap<RasterHost, JpegExports>()

/** One instance of the JPEG kernel with a stack of memory. Views are valid until the next allocation. */
export type JpegKernel = {
  readonly calls: JpegExports
  /** Returns zeroed bytes at a multiple of 16. */
  allocate(bytes: number): number
  /** The address of the next allocation, for bytes that arrive before their number is known. */
  readonly top: number
  /** Makes the memory below `top + bytes` writable and leaves it free. */
  reserve(bytes: number): void
  /** Allocates bytes that were reserved and written. */
  claim(bytes: number): void
  view(pointer: number, bytes: number): Uint8Array
  close(): void
}

/** Opens a kernel; `close` gives it back for the next file of the same host. */
export function openJpegKernel(host: RasterHost): JpegKernel {
  const calls =
    idleByHost.get(host) ?? (new WebAssembly.Instance(host.jpegKernel, {}).exports as unknown as JpegExports)
  idleByHost.delete(host)
  let top = (calls.heapBase() + 15) & ~15
  const reserve = (bytes: number) => {
    const missing = top + bytes - calls.memory.buffer.byteLength
    if (missing > 0) calls.memory.grow(Math.ceil(missing / PAGE_BYTES))
  }
  return {
    calls,
    get top() {
      return top
    },
    reserve,
    claim(bytes) {
      top += (bytes + SPARE_BYTES + 15) & ~15
      reserve(0)
    },
    allocate(bytes) {
      const pointer = top
      const size = (bytes + SPARE_BYTES + 15) & ~15
      reserve(size)
      new Uint8Array(calls.memory.buffer, pointer, size).fill(0)
      top += size
      return pointer
    },
    view(pointer, bytes) {
      return new Uint8Array(calls.memory.buffer, pointer, bytes)
    },
    close() {
      if (calls.memory.buffer.byteLength <= KEPT_BYTES) idleByHost.set(host, calls)
    },
  }
}
