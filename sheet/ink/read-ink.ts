import type { RasterKernel } from "../raster/raster-kernel.ts"
import { findRuns } from "./bits.ts"
import { type CutEdges, openCutEdges } from "./cut-edges.ts"
import { type Detail, openDetail } from "./detail.ts"
import { type Dots, openDots } from "./dots.ts"
import type { InkLimits } from "./finding.ts"
import { type Halo, openHalo } from "./halo.ts"
import { type InkGrid, inkGrid } from "./ink-grid.ts"
import { type InkArea, openSoftInk, type SoftInk } from "./soft-ink.ts"
import { openSolidBorder, type SolidBorder } from "./solid-border.ts"
import { openThinParts, type ThinParts } from "./thin-parts.ts"

/** The planes of inkBits. */
const PLANES = 5
/** The kernel's memory: for each column, and for a region that is measured. */
const ROW_BYTES = 8
const REGION_BYTES = 4 << 20

/** The measurements of an artwork's rows, for one printed size. */
export type InkReading = {
  grid: InkGrid
  soft: SoftInk & InkArea
  border: SolidBorder | null
  halo: Halo | null
  strokes: ThinParts
  gaps: ThinParts
  specks: Dots
  pinholes: Dots
  cuts: CutEdges
  detail: Detail
}

/**
 * Opens a reading of an artwork's ink. It takes the rows as they are decoded (straight RGBA8, top to bottom,
 * every one) and holds some dozens of them: the widest artwork takes 20 MB. `mmPerPx` is the printed
 * length of a pixel.
 */
export function openInkReading(
  kernel: RasterKernel,
  artwork: { widthPx: number; heightPx: number; mmPerPx: number },
  limits: InkLimits,
) {
  const { widthPx, heightPx, mmPerPx } = artwork
  const grid = inkGrid(widthPx, heightPx, mmPerPx, limits)
  const { columns, factor } = grid
  const words = Math.ceil(columns / 32)
  reserve(kernel, columns)
  const rowAt = kernel.allocate(columns * 4)
  const alphasAt = kernel.allocate(columns)
  const planeBytes = words * 4
  const planesAt = kernel.allocate(planeBytes * PLANES)
  const colourAt = kernel.allocate(planeBytes)
  const row = kernel.view(rowAt, columns * 4)
  const alphas = kernel.view(alphasAt, columns)
  const planeAt = (pointer: number) => new Uint32Array(kernel.calls.memory.buffer, pointer, words)
  const planes = Array.from({ length: PLANES }, (_, i) => planeAt(planesAt + i * planeBytes))
  const colourPlane = planeAt(colourAt)
  const [any, , solid, , full] = planes
  const runs = new Int32Array(columns + 2)
  const shrunk = factor > 1 ? openShrinking(widthPx, factor, row) : null
  const soft = openSoftInk(grid)
  const border = openSolidBorder(grid, (colour, tolerance) => {
    kernel.calls.colourBits(rowAt, columns, colour, tolerance, colourAt)
    return colourPlane
  })
  const halo = openHalo(grid)
  const thin = openThinParts(kernel, grid, { strokeMm: limits.minStrokeMm, gapMm: limits.minGapMm })
  const dots = openDots(grid, limits.minSpeckMm)
  const cuts = openCutEdges(grid)
  const detail = openDetail(widthPx, heightPx)
  let pushed = 0

  const take = (y: number) => {
    kernel.calls.inkBits(rowAt, columns, alphasAt, planesAt, planeBytes)
    soft.push(any, full)
    border.push(row, any, y)
    halo.push(row, runs, findRuns(solid, columns, runs), y)
    thin.push(alphas, planes)
    dots.push(alphas, any, full, y)
    cuts.push(solid, y)
  }

  return {
    push(source: Uint8Array): void {
      detail.push(source, pushed)
      pushed++
      if (!shrunk) {
        row.set(source)
        take(pushed - 1)
      } else if (shrunk.push(source) || pushed === heightPx) {
        shrunk.end()
        take(Math.ceil(pushed / factor) - 1)
      }
    },
    finish(): InkReading {
      if (pushed !== heightPx) throw new Error(`${pushed} of ${heightPx} rows were read`)
      const { strokes, gaps } = thin.finish()
      return {
        grid,
        soft: soft.finish(),
        border: border.finish(),
        halo: halo.finish(),
        strokes,
        gaps,
        ...dots.finish(),
        cuts: cuts.finish(),
        detail: detail.finish(),
      }
    },
  }
}

/** Grows a kernel to what a reading takes, so that no view is detached later. */
function reserve(kernel: RasterKernel, columns: number): void {
  const mark = kernel.mark()
  kernel.allocate(ROW_BYTES * columns + REGION_BYTES)
  kernel.rewind(mark)
}

/** Opens a reduction in squares of `factor` pixels: the mean alpha, and the colour of the pixel with the most ink. */
function openShrinking(widthPx: number, factor: number, target: Uint8Array) {
  const columns = Math.ceil(widthPx / factor)
  const sums = new Uint32Array(columns)
  const most = new Uint8Array(columns)
  let rows = 0
  return {
    /** Takes a row; returns true if a row of squares is complete. */
    push(row: Uint8Array): boolean {
      if (rows === 0) {
        sums.fill(0)
        most.fill(0)
      }
      rows++
      for (let column = 0, x = 0; column < columns; column++) {
        const end = Math.min(widthPx, x + factor)
        let sum = 0
        for (; x < end; x++) {
          const alpha = row[x * 4 + 3]
          sum += alpha
          if (alpha <= most[column]) continue
          most[column] = alpha
          target[column * 4] = row[x * 4]
          target[column * 4 + 1] = row[x * 4 + 1]
          target[column * 4 + 2] = row[x * 4 + 2]
        }
        sums[column] += sum
      }
      return rows === factor
    },
    /** Writes the row of squares, which is the last one if it has fewer rows. */
    end(): void {
      for (let column = 0; column < columns; column++) {
        const across = Math.min(factor, widthPx - column * factor)
        target[column * 4 + 3] = Math.round(sums[column] / (across * rows))
      }
      rows = 0
    },
  }
}
