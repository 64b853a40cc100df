import type { JpegFrame } from "./jpeg-frame.ts"
import type { ColourModel } from "./jpeg-header.ts"
import type { JpegKernel } from "./jpeg-kernel.ts"

const COMPONENT_BYTES = 20
const BLOCK_BYTES = 128
/** The bits of a block's coefficients that progressive scans have set to non-zero. */
const KNOWN_BYTES = 8
/** The spare samples on both sides of a row, for the filters' neighbours and for whole vectors. */
const BEFORE = 16
const BEHIND = 32
/** The bands of samples kept: interpolation reads one row of the band above and one of the band below. */
const BANDS = 3

type Plane = {
  coefficients: number
  known: number
  blockStride: number
  quant: number
  plane: number
  planeStride: number
  line: number
}

/** A run of MCU columns: the whole width, or one strip with a spare column on either side. */
export type Range = { from: number; to: number }

/**
 * The coefficients of one row of MCUs ("band"), samples of three, and one row of pixels. Turns
 * coefficients into samples and samples into pixels. Memory grows with the width of the widest
 * range, not with height.
 */
export class PictureMemory {
  /** The component records for the kernel. */
  readonly components: number
  readonly #kernel: JpegKernel
  readonly #frame: JpegFrame
  readonly #model: ColourModel
  readonly #isInkInverted: boolean
  readonly #planes: Plane[]
  readonly #row: number
  #range: Range

  constructor(
    kernel: JpegKernel,
    frame: JpegFrame,
    quants: readonly Int16Array[],
    colours: { model: ColourModel; isInkInverted: boolean },
    mcusWide: number,
  ) {
    this.#kernel = kernel
    this.#frame = frame
    this.#model = colours.model
    this.#isInkInverted = colours.isInkInverted
    this.#range = { from: 0, to: mcusWide }
    this.components = kernel.allocate(COMPONENT_BYTES * frame.components.length)
    this.#planes = frame.components.map(({ h, v }, i) => {
      const blockStride = mcusWide * h
      const planeStride = BEFORE + ((blockStride * 8 + BEHIND + 15) & ~15)
      const coefficients = kernel.allocate(blockStride * v * BLOCK_BYTES)
      const known = kernel.allocate(blockStride * v * KNOWN_BYTES)
      const quant = kernel.allocate(BLOCK_BYTES)
      kernel.view(quant, BLOCK_BYTES).set(new Uint8Array(quants[i].buffer))
      const plane = kernel.allocate(planeStride * v * 8 * BANDS)
      const line = kernel.allocate(mcusWide * frame.mcuWidthPx + BEHIND)
      return { coefficients, known, blockStride, quant, plane, planeStride, line }
    })
    this.#row = kernel.allocate((mcusWide * frame.mcuWidthPx + BEHIND) * 4)
    const records = kernel.view(this.components, COMPONENT_BYTES * frame.components.length)
    const view = new DataView(records.buffer, records.byteOffset)
    for (const [i, { h, v }] of frame.components.entries()) {
      const { blockStride, coefficients, known } = this.#planes[i]
      const values = [h, v, blockStride, coefficients, known]
      for (const [k, value] of values.entries()) view.setInt32(i * COMPONENT_BYTES + k * 4, value, true)
    }
  }

  get range(): Range {
    return this.#range
  }

  /** Sets the MCU columns that the coefficients stand for. No wider than at construction. */
  setRange(range: Range): void {
    this.#range = range
  }

  /** Transforms the coefficients into band `band` (inverse DCT) and clears them for the next one. */
  transform(band: number): void {
    for (const [i, { h, v }] of this.#frame.components.entries()) {
      const { coefficients, blockStride, quant, plane, planeStride } = this.#planes[i]
      const slot = plane + BEFORE + (band % BANDS) * v * 8 * planeStride
      const across = (this.#range.to - this.#range.from) * h
      this.#kernel.calls.inverseBlocks(coefficients, blockStride, quant, slot, planeStride, across, v)
    }
    this.#forgetKnown()
  }

  /** Clears the coefficients, for a pass that only moves cursors. */
  clear(): void {
    for (const [i, { v }] of this.#frame.components.entries()) {
      const { coefficients, blockStride } = this.#planes[i]
      this.#kernel.view(coefficients, blockStride * v * BLOCK_BYTES).fill(0)
    }
    this.#forgetKnown()
  }

  /**
   * Makes `count` pixels of row `y`, from pixel `skip` of the range on, and returns their address.
   * The bands above and below must be transformed already, if the picture has them.
   */
  paintRow(y: number, skip: number, count: number): number {
    const { calls } = this.#kernel
    const [a, b, c, d] = this.#frame.components.map((_, i) => this.#fullRow(i, y) + skip)
    if (this.#model === "grey") calls.greyToRgba(a, this.#row, count)
    else if (this.#model === "ycc" || this.#model === "ycck") calls.yccToRgba(a, b, c, this.#row, count)
    else calls.planesToRgba(a, b, c, this.#row, count)
    // YCCK becomes RGB, which is 255 − the stored cyan, magenta and yellow. Its black is stored as in CMYK.
    const isLight = this.#isInkInverted
    if (this.#model === "cmyk") calls.joinBlack(this.#row, d, count, Number(isLight), Number(isLight))
    else if (this.#model === "ycck") calls.joinBlack(this.#row, d, count, Number(!isLight), Number(isLight))
    return this.#row
  }

  #forgetKnown(): void {
    if (!this.#frame.isProgressive) return
    for (const [i, { v }] of this.#frame.components.entries()) {
      const { known, blockStride } = this.#planes[i]
      this.#kernel.view(known, blockStride * v * KNOWN_BYTES).fill(0)
    }
  }

  /** Returns row `y` of a component, at the picture's full width. */
  #fullRow(i: number, y: number): number {
    const { expandX, expandY, widthPx, heightPx, h } = this.#frame.components[i]
    const { calls } = this.#kernel
    const { line } = this.#planes[i]
    const width = Math.min(widthPx - this.#range.from * h * 8, (this.#range.to - this.#range.from) * h * 8)
    const sample = Math.floor(y / expandY)
    const near = this.#sampleRow(i, sample)
    const isLower = y % 2 === 1
    const other = Math.min(heightPx - 1, Math.max(0, sample + (isLower ? 1 : -1)))
    // libjpeg interpolates at factors of two (across only in components over two samples wide).
    // Otherwise it repeats.
    if (expandX === 1 && expandY === 2) {
      calls.upsampleH1V2(near, this.#sampleRow(i, other), line, width, isLower ? 2 : 1)
    } else if (expandX === 1) return near
    else if (expandX === 2 && expandY === 1 && widthPx > 2) calls.upsampleH2V1(near, line, width)
    else if (expandX === 2 && expandY === 2 && widthPx > 2) {
      calls.upsampleH2V2(near, this.#sampleRow(i, other), line, width)
    } else calls.replicate(near, line, width, expandX)
    return line
  }

  #sampleRow(i: number, sample: number): number {
    const rows = this.#frame.components[i].v * 8
    const { plane, planeStride } = this.#planes[i]
    return plane + BEFORE + (sample % (rows * BANDS)) * planeStride
  }
}
