import type { Id } from "../../contract/id.ts"

/** Returns how long a preview's caller waits, as its request in R2 says; the mark goes with the request. */
export function waitsUntilMs({ customMetadata }: R2Object): number {
  return Number(customMetadata?.untilMs ?? 0)
}

/** Returns the R2 keys of one preview: its request, and its PNG. The nightly round removes them. */
export function previewKeys(imageId: Id, digest: string): { request: string; drawn: string } {
  const stem = `previews/${imageId}/${digest}`
  return { request: `${stem}.json`, drawn: `${stem}.png` }
}
