import type { RowSource } from "../raster/artwork.ts"
import type { RasterHost } from "../raster/host.ts"
import { TURN_SLICE_BYTES } from "../raster/limits.ts"
import { openKernel, type RasterKernel } from "../raster/raster-kernel.ts"
import { heldBy, holding } from "./held-bytes.ts"

/** The turned rows that are written at once. */
const ROWS_AT_ONCE = 16

/**
 * Returns a picture turned clockwise by 0, 90, 180 or 270 degrees. It is decoded in passes, each of which keeps
 * TURN_SLICE_BYTES of it, as makeStamp does: a slice of columns for a quarter turn, of rows for a half.
 *
 *   ┌──┬──┬──┐   90° keeps the left slice first and writes its columns from foot to head;
 *   │  │  │  │   270° keeps the right slice first, whose rows it stores from the foot and back to front;
 *   └──┴──┴──┘   180° keeps the last rows first, each back to front
 */
export function turned(source: RowSource, degrees: number, host: RasterHost): RowSource {
  if (degrees === 0) return source
  const rows = degrees === 180 ? upsideDown(source, host) : quarterTurned(source, host, degrees === 270)
  const lineBytes = 4 * (source.widthPx + (ROWS_AT_ONCE + 1) * source.heightPx)
  return holding(rows, heldBy(source) + TURN_SLICE_BYTES + lineBytes)
}

function quarterTurned(
  { widthPx, heightPx, decode }: RowSource,
  host: RasterHost,
  isBack: boolean,
): RowSource {
  const decodeTurned: RowSource["decode"] = async (sink, pause) => {
    await withKernel(host, async (kernel) => {
      const { calls } = kernel
      const evenColumns = evenly(widthPx, heightPx * 4)
      const line = kernel.allocate(evenColumns * 4)
      const rows = kernel.allocate(Math.min(ROWS_AT_ONCE, evenColumns) * heightPx * 4)
      const slice = kernel.allocate(evenColumns * heightPx * 4)
      const lineView = kernel.view(line, evenColumns * 4)
      for (let done = 0; done < widthPx; done += evenColumns) {
        const columns = Math.min(evenColumns, widthPx - done)
        const first = isBack ? widthPx - done - columns : done
        await decode((row, y) => {
          lineView.set(row.subarray(first * 4, (first + columns) * 4))
          const target = slice + (isBack ? heightPx - 1 - y : y) * columns * 4
          if (isBack) calls.mirrorRow(line, target, columns)
          else calls.copyRows(target, columns * 4, line, columns * 4, columns * 4, 1)
        }, pause)
        for (let column = 0; column < columns; column += ROWS_AT_ONCE) {
          const count = Math.min(ROWS_AT_ONCE, columns - column)
          calls.turnColumns(slice, heightPx, columns, column, count, rows)
          for (let i = 0; i < count; i++)
            sink(kernel.view(rows + i * heightPx * 4, heightPx * 4), done + column + i)
          await pause?.(count * heightPx)
        }
      }
    })
  }
  return { widthPx: heightPx, heightPx: widthPx, decode: decodeTurned }
}

function upsideDown({ widthPx, heightPx, decode }: RowSource, host: RasterHost): RowSource {
  const rowBytes = widthPx * 4
  const decodeTurned: RowSource["decode"] = async (sink, pause) => {
    await withKernel(host, async (kernel) => {
      const evenRows = evenly(heightPx, rowBytes)
      const line = kernel.allocate(rowBytes)
      const slice = kernel.allocate(evenRows * rowBytes)
      const lineView = kernel.view(line, rowBytes)
      for (let done = 0; done < heightPx; done += evenRows) {
        const rows = Math.min(evenRows, heightPx - done)
        const last = heightPx - done - 1
        await decode((row, y) => {
          if (y > last || y <= last - rows) return
          lineView.set(row)
          kernel.calls.mirrorRow(line, slice + (last - y) * rowBytes, widthPx)
        }, pause)
        for (let row = 0; row < rows; row++) {
          sink(kernel.view(slice + row * rowBytes, rowBytes), done + row)
          if (row % ROWS_AT_ONCE === 0) await pause?.(Math.min(ROWS_AT_ONCE, rows - row) * widthPx)
        }
      }
    })
  }
  return { widthPx, heightPx, decode: decodeTurned }
}

/** Returns how many of `count` lines a slice keeps, so that all but the last keep as many. */
function evenly(count: number, lineBytes: number): number {
  const passes = Math.ceil(count / Math.max(1, Math.floor(TURN_SLICE_BYTES / lineBytes)))
  return Math.ceil(count / passes)
}

async function withKernel(host: RasterHost, use: (kernel: RasterKernel) => Promise<void>): Promise<void> {
  const kernel = openKernel(host, "stamp")
  try {
    await use(kernel)
  } finally {
    kernel.close()
  }
}
