import type { RowSource } from "../raster/artwork.ts"
import type { Dotting } from "./soft-rows.ts"

/**
 * Opens an error diffusion (Floyd and Steinberg 1976) over squares of half a line, because single pixels of a print do
 * not hold. Squares have whole pixels, in turn as many as their mean demands. Each becomes ink or film as a whole, as far
 * as it is soft, and hands its error on, right, left below, below and right below; every other row goes from
 * right to left, so that the errors do not line up (Ulichney 1987).
 *
 *   →   ·  ■  7        ■ hands on 7, 3, 5, 1 sixteenths
 *   ←   3  5  1
 *
 * An error that meets no soft pixel goes on to the next square that has some: the sum of the ink is kept.
 */
export function openDiffusion({ widthPx, heightPx }: RowSource, linesPerPx: number): Dotting {
  const side = Math.max(1, 1 / (2 * linesPerPx))
  const cells = Math.ceil(widthPx / side)
  const edge = (i: number, size: number) => Math.min(size, Math.ceil(i * side))
  return {
    ahead: Math.ceil(side),
    open(held) {
      const cellOf = new Int32Array(widthPx)
      for (let i = 0; i < cells; i++) cellOf.fill(i, edge(i, widthPx), edge(i + 1, widthPx))
      const sums = new Float64Array(cells)
      const counts = new Int32Array(cells)
      const isInk = new Uint8Array(cells)
      // One more at each end, for what is handed on beyond.
      let errors = new Float64Array(cells + 2)
      let errorsBelow = new Float64Array(cells + 2)
      let strayed = 0
      let band = 0

      return (y) => {
        if (y === edge(band, heightPx)) {
          measure(y, edge(band + 1, heightPx))
          diffuse()
          band++
        }
        const row = held(y)
        for (let x = 0, at = 3; x < widthPx; x++, at += 4) {
          const alpha = row[at]
          if (alpha !== 0 && alpha !== 255) row[at] = isInk[cellOf[x]] === 1 ? 255 : 0
        }
      }

      function measure(top: number, bottom: number): void {
        sums.fill(0)
        counts.fill(0)
        for (let y = top; y < bottom; y++) {
          const row = held(y)
          for (let x = 0, at = 3; x < widthPx; x++, at += 4) {
            const alpha = row[at]
            if (alpha === 0 || alpha === 255) continue
            sums[cellOf[x]] += alpha
            counts[cellOf[x]]++
          }
        }
      }

      function diffuse(): void {
        const step = band % 2 === 0 ? 1 : -1
        for (let n = 0, i = step === 1 ? 0 : cells - 1; n < cells; n++, i += step) {
          const at = i + 1
          if (counts[i] === 0) {
            strayed += errors[at]
            continue
          }
          const wanted = sums[i] + errors[at] + strayed
          strayed = 0
          const whole = counts[i] * 255
          isInk[i] = wanted >= whole / 2 ? 1 : 0
          const error = wanted - isInk[i] * whole
          errors[at + step] += (error * 7) / 16
          errorsBelow[at - step] += (error * 3) / 16
          errorsBelow[at] += (error * 5) / 16
          errorsBelow[at + step] += error / 16
        }
        // What was handed on beyond either end.
        strayed += errors[0] + errors[cells + 1]
        errors.fill(0)
        ;[errors, errorsBelow] = [errorsBelow, errors]
      }
    },
  }
}
