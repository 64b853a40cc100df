import type { Id } from "../../contract/id.ts"

/** R2 keys of one preview: what was asked, and its PNG. The nightly round removes them. */
export function previewKeys(imageId: Id, digest: string): { request: string; drawn: string } {
  const stem = `previews/${imageId}/${digest}`
  return { request: `${stem}.json`, drawn: `${stem}.png` }
}
