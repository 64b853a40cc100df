import zlib from "node:zlib"
import type { RasterHost } from "../../sheet/raster/host.ts"

/** The zlib half of a RasterHost, for the Worker (nodejs_compat), the tests and the CLI. */
export const rasterZlib: Pick<RasterHost, "deflateRaw" | "crc32"> = {
  deflateRaw,
  crc32: (bytes, crc) => zlib.crc32(bytes, crc),
}

const DEFLATE_LEVEL = 6

function deflateRaw(bytes: Uint8Array, isLast: boolean): Uint8Array {
  const { Z_FINISH, Z_SYNC_FLUSH } = zlib.constants
  return zlib.deflateRawSync(bytes, {
    level: DEFLATE_LEVEL,
    memLevel: 9,
    finishFlush: isLast ? Z_FINISH : Z_SYNC_FLUSH,
  })
}
