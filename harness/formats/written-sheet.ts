import type { SheetBytes, WrittenFile } from "../../sheet/formats/sheet-format.ts"
import { bytesSource, bytesStamp } from "../bytes.ts"

/** Returns a sheet's bytes, with those at its beginning that are only known at the end. */
export async function wholeSheet(pieces: SheetBytes): Promise<Uint8Array> {
  const all: Uint8Array[] = []
  let next = await pieces.next()
  for (; !next.done; next = await pieces.next()) all.push(next.value.slice())
  const bytes = new Uint8Array(Buffer.concat(all))
  if (next.value) bytes.set(next.value)
  return bytes
}

/** Returns a sheet in memory, to be read back. */
export function writtenInMemory(bytes: Uint8Array): WrittenFile {
  return { open: bytesSource(bytes), openRanges: async () => bytesStamp(bytes) }
}
