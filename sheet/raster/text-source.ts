import type { ByteSource } from "./artwork.ts"

/** Returns a text in the form of a file for the engine. */
export function textSource(text: string): ByteSource {
  return async () => new Blob([text]).stream()
}
