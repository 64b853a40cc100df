import type { RasterKernel } from "../raster/raster-kernel.ts"
import { type CutEdges, openCutEdges } from "./cut-edges.ts"
import { type Detail, openDetail } from "./detail.ts"
import { type Dots, openDots } from "./dots.ts"
import type { InkLimits } from "./finding.ts"
import { type Halo, openHalo } from "./halo.ts"
import { type InkGrid, inkGrid } from "./ink-grid.ts"
import { openInkRows, openPlane } from "./ink-rows.ts"
import { type InkArea, openSoftInk, type SoftInk } from "./soft-ink.ts"
import { openSolidBorder, type SolidBorder } from "./solid-border.ts"
import { openThinParts, type ThinParts } from "./thin-parts.ts"

/** The kernel's memory: for each column of the artwork, at least, and for a region that is measured. */
const COLUMN_BYTES = 48
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
  kernel.reserve(COLUMN_BYTES * widthPx + REGION_BYTES)
  const rows = openInkRows(kernel, columns)
  const { row, pixelsAt } = rows
  const shrunk = factor > 1 ? openShrinking(kernel, widthPx, factor, pixelsAt) : null
  const sourceAt = shrunk?.sourceAt ?? pixelsAt
  const source = kernel.view(sourceAt, widthPx * 4)
  const soft = openSoftInk(kernel, grid)
  const coloured = openPlane(kernel, columns)
  const border = openSolidBorder(grid, coloured.bits, (colour, tolerance) =>
    kernel.calls.colourBits(pixelsAt, columns, colour, tolerance, coloured.at),
  )
  const halo = openHalo(grid)
  const thin = openThinParts(kernel, grid, rows.planesOf, {
    strokeMm: limits.minStrokeMm,
    gapMm: limits.minGapMm,
  })
  const dots = openDots(grid, limits.minSpeckMm)
  const cuts = openCutEdges(grid)
  const detail = openDetail(kernel, sourceAt, widthPx, heightPx)
  let pushed = 0

  const take = (y: number) => {
    rows.take()
    soft.push(row)
    border.push(row, y)
    halo.push(row, y)
    thin.push(row)
    dots.push(row, y)
    cuts.push(row.planes.solid, y)
  }

  return {
    push(pixels: Uint8Array): void {
      source.set(pixels)
      detail.push(pushed)
      pushed++
      if (!shrunk) take(pushed - 1)
      else if (shrunk.push() || pushed === heightPx) {
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

/**
 * Opens a reduction of rows at `sourceAt` in squares of `factor` pixels, to a row at `target`: the mean alpha, and the
 * colour of the pixel with the most ink.
 */
function openShrinking(kernel: RasterKernel, widthPx: number, factor: number, target: number) {
  const { calls } = kernel
  const sourceAt = kernel.allocate(widthPx * 4)
  const sumsAt = kernel.allocate(Math.ceil(widthPx / factor) * 4)
  let rows = 0
  return {
    sourceAt,
    /** Takes the row; returns true if a row of squares is complete. */
    push(): boolean {
      calls.shrinkRow(sourceAt, widthPx, factor, rows === 0 ? 1 : 0, sumsAt, target)
      rows++
      return rows === factor
    },
    /** Writes the row of squares, which is the last one if it has fewer rows. */
    end(): void {
      calls.endShrunk(widthPx, factor, rows, sumsAt, target)
      rows = 0
    },
  }
}
