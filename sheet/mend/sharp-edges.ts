import type { RowSource } from "../raster/artwork.ts"
import type { RasterHost } from "../raster/host.ts"
import { throughKernelWindow } from "./through-window.ts"

/** How far an edge is followed to either side, in pixels of the picture before it was enlarged; the kernel has it, too. */
const REACH = 2.5

/**
 * Returns an enlarged picture whose edges are one pixel soft, as far as the pixels before explain their softness
 * (sheet/kernel/mend-sharpen.twin.ts).
 */
export function sharpEdges(source: RowSource, times: number, host: RasterHost): RowSource {
  const { widthPx, heightPx } = source
  const around = Math.ceil(REACH * times) + 1
  const rowCount = 2 * around + 1
  const size = { behind: around, ahead: around, kernelBytes: rowCount * 4 + widthPx * 4 }
  return throughKernelWindow(source, size, host, ({ kernel, pointerTo }) => {
    const rows = kernel.allocate(rowCount * 4)
    const target = kernel.allocate(widthPx * 4)
    const pointers = new Uint32Array(kernel.calls.memory.buffer, rows, rowCount)
    const made = kernel.view(target, widthPx * 4)
    return {
      make(y) {
        for (let i = 0; i < rowCount; i++)
          pointers[i] = pointerTo(Math.max(0, Math.min(heightPx - 1, y + i - around)))
        kernel.calls.sharpenRow(rows, widthPx, times, target)
        return made
      },
    }
  })
}
