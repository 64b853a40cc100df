import type { Id } from "../../contract/id.ts"

/** How long the caller of a preview waits for it, as its request in R2 says; gone with the request. */
export function waitsUntilMs({ customMetadata }: R2Object): number {
  return Number(customMetadata?.untilMs ?? 0)
}

/** R2 keys of one preview: what was asked, and its PNG. The nightly round removes them. */
export function previewKeys(imageId: Id, digest: string): { request: string; drawn: string } {
  const stem = `previews/${imageId}/${digest}`
  return { request: `${stem}.json`, drawn: `${stem}.png` }
}
