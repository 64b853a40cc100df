import {
  addMean,
  addResidue,
  BLOCK_BYTES,
  BLUE,
  LUMA,
  predictSmall,
  predictSquare,
  RED,
  STRIDE,
} from "./vp8-blocks.ts"
import type { Vp8Header } from "./vp8-header.ts"
import { type Context, FILLED, type Macroblock, openMacroblock, readModes } from "./vp8-macroblock.ts"
import { readResidue } from "./vp8-residue.ts"
import { type Plane, smoothMacroblock } from "./vp8-smooth.ts"
import { damagedWebp } from "./webp-refusal.ts"

/** The rows of macroblocks that are held: the newest, the one above that it smooths, and the one above that. */
const HELD = 3

/** The decoder of a picture's luma and chroma, a row of macroblocks at a time. */
export type Vp8Rows = {
  /** Luma, blue and red: HELD rows of macroblocks, the newest last. */
  planes: Plane[]
  /** Decodes the next row of macroblocks. What is above it is final then. */
  next(): void
}

export function openVp8Rows(header: Vp8Header): Vp8Rows {
  const across = (header.widthPx + 15) >> 4
  const planes = [16, 8, 8].map((size) => ({
    samples: new Uint8Array(across * size * size * HELD),
    stride: across * size,
  }))
  const context: Context = {
    modesAbove: new Uint8Array(across * 4),
    modesLeft: new Uint8Array(4),
    filledAbove: new Uint8Array(across * FILLED),
    filledLeft: new Uint8Array(FILLED),
  }
  /** The last rows of the macroblocks above, before they were smoothed: 16 of luma, 8 of blue, 8 of red. */
  const above = new Uint8Array(across * 32)
  const row = Array.from({ length: across }, openMacroblock)
  const block = new Uint8Array(BLOCK_BYTES)
  let down = 0

  function construct(column: number, macroblock: Macroblock): void {
    if (column === 0) {
      for (let y = down > 0 ? -1 : 0; y < 16; y++) block[LUMA + y * STRIDE - 1] = 129
      for (let y = down > 0 ? -1 : 0; y < 8; y++)
        for (const at of [BLUE, RED]) block[at + y * STRIDE - 1] = 129
      if (down === 0) {
        block.fill(127, LUMA - STRIDE - 1, LUMA - STRIDE + 20)
        for (const at of [BLUE, RED]) block.fill(127, at - STRIDE - 1, at - STRIDE + 8)
      }
    } else {
      for (let y = -1; y < 16; y++) block[LUMA + y * STRIDE - 1] = block[LUMA + y * STRIDE + 15]
      for (let y = -1; y < 8; y++)
        for (const at of [BLUE, RED]) block[at + y * STRIDE - 1] = block[at + y * STRIDE + 7]
    }
    const from = column * 32
    if (down > 0) {
      block.set(above.subarray(from, from + 16), LUMA - STRIDE)
      block.set(above.subarray(from + 16, from + 24), BLUE - STRIDE)
      block.set(above.subarray(from + 24, from + 32), RED - STRIDE)
      // Above and to the right of the last one lies what is above it.
      if (column === across - 1) block.fill(above[from + 15], LUMA - STRIDE + 16, LUMA - STRIDE + 20)
      else block.set(above.subarray(from + 32, from + 36), LUMA - STRIDE + 16)
    }
    predict(column, macroblock)
    above.set(block.subarray(LUMA + 15 * STRIDE, LUMA + 15 * STRIDE + 16), from)
    above.set(block.subarray(BLUE + 7 * STRIDE, BLUE + 7 * STRIDE + 8), from + 16)
    above.set(block.subarray(RED + 7 * STRIDE, RED + 7 * STRIDE + 8), from + 24)
    for (const [i, at] of [LUMA, BLUE, RED].entries()) {
      const size = i === 0 ? 16 : 8
      const { samples, stride } = planes[i]
      for (let y = 0; y < size; y++)
        samples.set(
          block.subarray(at + y * STRIDE, at + y * STRIDE + size),
          ((HELD - 1) * size + y) * stride + column * size,
        )
    }
  }

  function predict(column: number, { isParted, modes, chromaMode, coefficients, fill }: Macroblock): void {
    const add = (square: number, at: number) => {
      if (fill[square] === 2) addResidue(coefficients, square * 16, block, at)
      else if (fill[square] === 1) addMean(coefficients[square * 16], block, at)
    }
    if (isParted)
      for (let y = 3; y < 15; y += 4)
        block.copyWithin(LUMA + y * STRIDE + 16, LUMA - STRIDE + 16, LUMA - STRIDE + 20)
    else predictSquare(block, LUMA, 16, modes[0], down > 0, column > 0)
    for (let square = 0; square < 16; square++) {
      const at = LUMA + (square >> 2) * 4 * STRIDE + (square & 3) * 4
      if (isParted) predictSmall(block, at, modes[square])
      add(square, at)
    }
    for (const [i, at] of [BLUE, RED].entries()) {
      predictSquare(block, at, 8, chromaMode, down > 0, column > 0)
      for (let square = 0; square < 4; square++)
        add(16 + i * 4 + square, at + (square >> 1) * 4 * STRIDE + (square & 1) * 4)
    }
  }

  return {
    planes,
    next() {
      const part = header.parts[down % header.parts.length]
      context.modesLeft.fill(0)
      context.filledLeft.fill(0)
      for (const { samples } of planes) samples.copyWithin(0, samples.length / HELD)
      for (const [column, macroblock] of row.entries())
        readModes(header.modes, header, context, column, macroblock)
      if (header.modes.isOver) throw damagedWebp("it ends too early")
      for (const [column, macroblock] of row.entries()) {
        readResidue(part, header, context, column, macroblock)
        if (part.isOver) throw damagedWebp("it ends too early")
        construct(column, macroblock)
      }
      if (header.smoothing !== "none")
        for (const [column, { segment, isParted, hasResidue }] of row.entries()) {
          const smoothing = header.smoothings[segment][isParted ? 1 : 0]
          const place = { column, row: HELD - 1, isTop: down === 0 }
          smoothMacroblock(header.smoothing, planes, place, smoothing, isParted || hasResidue)
        }
      down++
    },
  }
}
