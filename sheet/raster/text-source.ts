import type { ByteSource } from "./artwork.ts"

/** A text as the engine reads a file. */
export function textSource(text: string): ByteSource {
  return async () => new Blob([text]).stream()
}
