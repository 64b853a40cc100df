import { joinedAdler, ZLIB_END_BYTES, ZLIB_HEADER, zlibEnd } from "../../raster/zlib-parts.ts"

/** A joiner of zlib streams that end as a stamp's do (stamp-file.ts) into one. Nothing is inflated. */
export type ZlibJoin = {
  begin(): Uint8Array
  /** Returns the blocks of the next stream, which inflates to `plainBytes`. */
  add(stream: Uint8Array, plainBytes: number): Uint8Array
  end(): Uint8Array
}

export function openZlibJoin(): ZlibJoin {
  let adler = 1
  return {
    begin: () => ZLIB_HEADER,
    add(stream, plainBytes) {
      const end = stream.length - 4
      const own = new DataView(stream.buffer, stream.byteOffset).getUint32(end)
      adler = joinedAdler(adler, own, plainBytes)
      return stream.subarray(ZLIB_HEADER.length, stream.length - ZLIB_END_BYTES)
    },
    end: () => zlibEnd(adler),
  }
}
