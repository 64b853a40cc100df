import { MIB } from "../../contract/limit.ts"
import { joined } from "../../sheet/raster/file-bytes.ts"
import { STAMP_TAIL_BYTES } from "../../sheet/raster/limits.ts"
import { openKeptBytes } from "../isolate/kept-bytes.ts"

/** The stamps of names that this isolate has made, 500 of them: sheets are mostly written where their stamps were made. */
export const keptStamps = openKeptBytes(10 * MIB)

/** Passes a stamp's file on, and keeps it if it is as small as a name's. */
export async function* keepSmallStamp(
  key: string,
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const kept: Uint8Array[] = []
  let bytes = 0
  for await (const piece of pieces) {
    bytes += piece.length
    // A piece is valid until the next is asked for.
    if (bytes <= STAMP_TAIL_BYTES) kept.push(piece.slice())
    yield piece
  }
  if (bytes <= STAMP_TAIL_BYTES) keptStamps.keep(key, joined(kept))
}
