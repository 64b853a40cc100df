import type { RasterKernel } from "../raster/raster-kernel.ts"

/** The pixels around one whose alphas tell what it covers (sheet/kernel/mend-cover.twin.ts). */
const AROUND = 2
const ROWS = 2 * AROUND + 1

/** The rows that come before a row's coverage is known. */
export const COVERAGE_LAG = AROUND
/** The bytes of a column in the kernel's memory. */
export const COVERAGE_BYTES = ROWS + 1

/** Opens the shares of pixels, 0 to 255, that a silhouette covers, or the film around it, from rows of straight RGBA8. */
export function openCoverage(kernel: RasterKernel, widthPx: number, what: "ink" | "film") {
  const stride = widthPx + 2 * AROUND
  const alphas = kernel.allocate(ROWS * stride)
  const target = kernel.allocate(widthPx)
  const kept = kernel.view(alphas, ROWS * stride)
  const covered = kernel.view(target, widthPx)
  const { calls } = kernel
  let pushed = 0

  return {
    /**
     * Takes the pointer to the next row, or null for one without ink; returns the coverage of the row COVERAGE_LAG before, valid until
     * the next.
     */
    push(row: number | null): Uint8Array {
      const from = (pushed++ % ROWS) * stride + AROUND
      if (row === null) kept.fill(0, from, from + widthPx)
      else calls.takeAlphas(row, widthPx, 1, alphas + from, widthPx)
      const own = (pushed + ROWS - 1 - AROUND) % ROWS
      calls.coverRow(alphas, stride, own, widthPx, what === "film" ? 1 : 0, target)
      return covered
    },
  }
}
