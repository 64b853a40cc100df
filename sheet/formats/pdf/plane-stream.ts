import { bigEndian } from "../../raster/file-bytes.ts"
import type { RasterHost } from "../../raster/host.ts"
import { ZLIB_HEADER } from "../../raster/png-writer.ts"
import type { RasterKernel } from "../../raster/raster-kernel.ts"

/** Rows of a plane that are compressed together. */
type PlaneSlice = { rows: number; isDense: boolean; isLast: boolean }

/**
 * Compresses the rows of one plane after the other into zlib streams with PNG's filter Up, which PDF
 * knows as predictor 15. The planes of a picture take turns, so each keeps its own state, and all
 * share the buffers.
 */
export type PlaneCompressor = {
  /** A plane of that many bytes a pixel. */
  plane(pixelBytes: number): Plane
}

export type Plane = {
  /** Begins a picture. */
  begin(widthPx: number): void
  /** The address where the caller writes the next rows, one behind the other. */
  nextRows(): number
  /** Compresses them. The bytes are a view that the next call, of any plane, overwrites. */
  compress(slice: PlaneSlice): Uint8Array
}

const MAX_PIXEL_BYTES = 3

export function openPlaneCompressor(
  kernel: RasterKernel,
  host: RasterHost,
  maxWidthPx: number,
  maxRows: number,
): PlaneCompressor {
  const { calls } = kernel
  const filteredBytes = (maxWidthPx * MAX_PIXEL_BYTES + 1) * maxRows
  const outputBytes = ZLIB_HEADER.length + filteredBytes + (filteredBytes >> 1) + 1024 + 4
  const filtered = kernel.allocate(filteredBytes)
  const tokens = kernel.allocate(filteredBytes * 2)
  const output = kernel.allocate(outputBytes)
  return { plane: openPlane }

  function openPlane(pixelBytes: number): Plane {
    const above = kernel.allocate(maxWidthPx * pixelBytes * (maxRows + 1))
    let rowBytes = 0
    let adler = 1
    let isFirst = true
    return {
      begin(widthPx) {
        rowBytes = widthPx * pixelBytes
        adler = 1
        isFirst = true
        kernel.view(above, rowBytes).fill(0)
      },
      nextRows: () => above + rowBytes,
      compress({ rows, isDense, isLast }) {
        const length = (rowBytes + 1) * rows
        calls.filterRows(above + rowBytes, rowBytes, rows, filtered)
        adler = calls.adler32(filtered, length, adler) >>> 0
        calls.copyRows(above, rowBytes, above + rows * rowBytes, rowBytes, rowBytes, 1)
        const view = kernel.view(output, outputBytes)
        let end = 0
        if (isFirst) {
          view.set(ZLIB_HEADER)
          end = ZLIB_HEADER.length
        }
        isFirst = false
        if (isDense) {
          const deflated = host.deflateRaw(kernel.view(filtered, length), isLast)
          view.set(deflated, end)
          end += deflated.length
        } else {
          const target = output + end
          end += calls.deflateRows(
            filtered,
            rowBytes + 1,
            rows,
            pixelBytes,
            0,
            0,
            tokens,
            target,
            isLast ? 1 : 0,
          )
        }
        if (isLast) {
          view.set(bigEndian(adler), end)
          end += 4
        }
        return view.subarray(0, end)
      },
    }
  }
}
