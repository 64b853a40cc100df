import type { RasterHost } from "./host.ts"

/** The exports of sheet/kernel/raster.as.ts. Pointers are byte offsets into its memory. */
type RasterExports = {
  memory: WebAssembly.Memory
  heapBase(): number
  inkBits(row: number, width: number, alphas: number, bits: number, stride: number, above: number): number
  findRuns(bits: number, width: number, isClear: number, runs: number): number
  narrowBits(bits: number, without: number, width: number, times: number, target: number): number
  colourBits(row: number, width: number, colour: number, tolerance: number, bits: number): number
  lightRow(row: number, width: number, alphas: number, lights: number): number
  countEdges(line: number, width: number, widths: number): number
  countSteps(row: number, width: number, columns: number): void
  shrinkRow(
    source: number,
    width: number,
    factor: number,
    isFirst: number,
    sums: number,
    target: number,
  ): void
  endShrunk(width: number, factor: number, rows: number, sums: number, target: number): void
  splitFiner(block: number, side: number, finer: number, isFilm: number, target: number): void
  thinPixels(
    mask: number,
    side: number,
    farthest: number,
    centre: number,
    covered: number,
    inside: number,
    scratch: number,
    thin: number,
  ): number
  findForegrounds(
    record: number,
    queue: number,
    count: number,
    climb: number,
    search: number,
    known: number,
    fores: number,
  ): void
  spreadEdges(
    record: number,
    queue: number,
    outline: number,
    count: number,
    state: number,
    band: number,
    fores: number,
  ): number
  coverRow(alphas: number, stride: number, own: number, width: number, isFilm: number, target: number): void
  sharpenRow(rows: number, width: number, times: number, target: number): void
  adler32(pointer: number, length: number, adler: number): number
  deflateRows(
    source: number,
    rowBytes: number,
    rows: number,
    pixelBytes: number,
    spans: number,
    spanCount: number,
    tokens: number,
    target: number,
    isLast: number,
  ): number
  unpackBits(source: number, target: number, width: number, depth: number): void
  expandIndexed(source: number, target: number, width: number, palette: number): number
  expandGreyAlpha(source: number, target: number, width: number): void
  expandRgb(source: number, target: number, width: number, key: number): void
  expandDeep(
    source: number,
    target: number,
    width: number,
    channels: number,
    isKeyed: number,
    key: bigint,
  ): void
  copyRows(
    target: number,
    targetStride: number,
    source: number,
    sourceStride: number,
    length: number,
    rows: number,
  ): void
  copyInk(
    target: number,
    targetStride: number,
    source: number,
    sourceStride: number,
    width: number,
    rows: number,
  ): void
  takeColours(source: number, pixels: number, target: number): void
  takeAlphas(source: number, width: number, rows: number, target: number, targetStride: number): void
  joinPlanes(colours: number, alphas: number, width: number, rows: number, target: number): void
  addWhite(source: number, white: number, pixels: number, target: number): void
  chokeRow(source: number, stride: number, width: number, radius: number, target: number): void
  differRows(source: number, rowBytes: number, rows: number, pixelBytes: number, target: number): void
  filterRows(source: number, rowBytes: number, rows: number, target: number): number
  unfilterRows(source: number, rowBytes: number, rows: number, target: number): void
  mirrorRow(source: number, target: number, width: number): void
  countSoft(above: number, row: number, below: number, width: number): number
  scanAlpha(row: number, width: number, result: number): void
  turnColumns(
    source: number,
    rows: number,
    columns: number,
    first: number,
    count: number,
    target: number,
  ): void
  inflateBytes(): number
  inflate(
    record: number,
    source: number,
    length: number,
    window: number,
    position: number,
    capacity: number,
  ): number
  resampleAcross(
    source: number,
    sourceWidth: number,
    pairs: number,
    target: number,
    width: number,
    starts: number,
    coefficients: number,
    taps: number,
    near: number,
  ): void
  resampleDown(
    rows: number,
    coefficients: number,
    taps: number,
    nearFrom: number,
    nearTo: number,
    target: number,
    width: number,
  ): void
  unfilter(
    filter: number,
    source: number,
    above: number,
    target: number,
    length: number,
    pixelBytes: number,
  ): void
}

/**
 * The spare bytes after every allocation: kernels load and store whole vectors across the end of a row
 * (PAD there).
 */
const PADDING_BYTES = 64
const PAGE_BYTES = 65_536
/**
 * The bytes of all idle instances of one host. WASM memory never shrinks, so instances beyond this are
 * dropped.
 */
const IDLE_BYTES = 48 << 20

/** The use of a kernel. Instances are reused for the same use, so that small ones stay small. */
type KernelUse = "decode" | "ink" | "measure" | "mend" | "pdf" | "queue" | "stamp" | "sheet"

/**
 * One instance of the raster kernel with a plain stack of memory. Allocate everything first and
 * take views afterwards, because growth detaches them.
 */
export type RasterKernel = {
  readonly calls: RasterExports
  /** Returns zeroed bytes at a multiple of 16. `rewind` frees them, and so does `close`. */
  allocate(bytes: number): number
  /** Grows the memory by what allocations of so many bytes will take, so that these detach no view. */
  reserve(bytes: number): void
  /** Returns a view of memory. Take it after the last allocation. */
  view(pointer: number, bytes: number): Uint8Array
  /** Remembers how much memory is taken. `rewind` frees later allocations. */
  mark(): number
  rewind(mark: number): void
  close(): void
}

type Idle = { use: KernelUse; calls: RasterExports }

/** The idle kernels of each host, the longest idle first. */
const idleByHost = new WeakMap<RasterHost, Idle[]>()

/**
 * Opens a kernel; `close` gives it back. Idle instances stay with their host for the next use:
 * freed WASM memory returns only when the garbage collector runs, and sixty stamps in a row would
 * pile up.
 */
export function openKernel(host: RasterHost, use: KernelUse): RasterKernel {
  const idle = idleByHost.get(host) ?? []
  idleByHost.set(host, idle)
  const known = idle.findLastIndex((instance) => instance.use === use)
  const calls = known < 0 ? instantiate(host) : idle.splice(known, 1)[0].calls
  let top = (calls.heapBase() + 15) & ~15
  let isOpen = true
  const growTo = (end: number) => {
    const missing = end - calls.memory.buffer.byteLength
    if (missing > 0) calls.memory.grow(Math.ceil(missing / PAGE_BYTES))
  }
  return {
    calls,
    allocate(bytes) {
      if (!isOpen) throw new Error("allocation in a kernel that was closed")
      const pointer = top
      const next = top + ((bytes + PADDING_BYTES + 15) & ~15)
      growTo(next)
      top = next
      new Uint8Array(calls.memory.buffer, pointer, next - pointer).fill(0)
      return pointer
    },
    reserve: (bytes) => growTo(top + bytes),
    view(pointer, bytes) {
      return new Uint8Array(calls.memory.buffer, pointer, bytes)
    },
    mark: () => top,
    rewind(mark) {
      top = mark
    },
    close() {
      if (!isOpen) return
      isOpen = false
      idle.push({ use, calls })
      while (bytesOf(idle) > IDLE_BYTES) idle.shift()
    },
  }
}

function instantiate(host: RasterHost): RasterExports {
  return new WebAssembly.Instance(host.rasterKernel, {}).exports as unknown as RasterExports
}

function bytesOf(idle: Idle[]): number {
  return idle.reduce((sum, { calls }) => sum + calls.memory.buffer.byteLength, 0)
}
