import type { Image } from "../../../contract/artwork/image.ts"

/** Returns whether an image has no file and will get none. */
export function isFailed(image: Pick<Image, "status" | "file">): boolean {
  return image.status === "Failed" || (image.status === "Ready" && image.file === null)
}
