import { createWriteStream } from "node:fs"
import { type FileHandle, open, stat } from "node:fs/promises"
import { join } from "node:path"
import { finished } from "node:stream/promises"
import type { WrittenFile } from "../sheet/formats/sheet-format.ts"
import type { ArtworkKind } from "../sheet/raster/artwork.ts"
import type { RasterHost } from "../sheet/raster/host.ts"
import { makeStamp, type StampSpec } from "../sheet/raster/make-stamp.ts"
import type { StampReader } from "../sheet/raster/stamp-reader.ts"
import { fileSource } from "./node-host.ts"

/** A folder of stamps on disk, each made once. */
export class StampFolder {
  readonly #dir: string
  readonly #names = new Map<string, string>()
  readonly #open: FileHandle[] = []

  constructor(dir: string) {
    this.#dir = dir
  }

  async make(file: string, kind: ArtworkKind, spec: StampSpec, host: RasterHost): Promise<string> {
    const key = JSON.stringify([file, spec])
    const known = this.#names.get(key)
    if (known) return known
    const name = join(this.#dir, `${this.#names.size}.stamp`)
    await writePieces(name, makeStamp(fileSource(file), kind, spec, host))
    this.#names.set(key, name)
    return name
  }

  async open(name: string): Promise<StampReader> {
    const file = await open(name)
    this.#open.push(file)
    return {
      sizeBytes: (await file.stat()).size,
      async read(offset, length) {
        const bytes = new Uint8Array(length)
        const { bytesRead } = await file.read(bytes, 0, length, offset)
        return bytes.subarray(0, bytesRead)
      },
    }
  }

  async close(): Promise<void> {
    for (const file of this.#open) await file.close()
  }
}

/**
 * Writes pieces to a file. Copies each, because a piece is valid only until the next one. The
 * generator's return value, if any, replaces the file's first bytes.
 */
export async function writePieces(
  path: string,
  pieces: AsyncGenerator<Uint8Array, Uint8Array | null>,
): Promise<void> {
  const file = createWriteStream(path)
  let next = await pieces.next()
  for (; !next.done; next = await pieces.next()) {
    if (!file.write(next.value.slice()))
      await new Promise<void>((resume) => file.once("drain", () => resume()))
  }
  file.end()
  await finished(file)
  if (!next.value) return
  const written = await open(path, "r+")
  await written.write(next.value, 0, next.value.length, 0)
  await written.close()
}

/** Returns a file on disk, ready to be read back. */
export function writtenFile(path: string): WrittenFile {
  return { open: fileSource(path), openRanges: async () => rangesOf(path, (await stat(path)).size) }
}

function rangesOf(path: string, sizeBytes: number): StampReader {
  return {
    sizeBytes,
    async read(offset, length) {
      const file = await open(path)
      try {
        const bytes = new Uint8Array(length)
        const { bytesRead } = await file.read(bytes, 0, length, offset)
        return bytes.subarray(0, bytesRead)
      } finally {
        await file.close()
      }
    },
  }
}
