import type { Image } from "../../../contract/artwork/image.ts"

/** Returns whether an image has no file and will get none. */
export function isFailed(image: Pick<Image, "status" | "file">): boolean {
  return image.status === "Failed" || (image.status === "Ready" && image.file === null)
}

/** Counts the mends that an image is printed with. */
export function countMendsOn({ mends }: Pick<Image, "mends">): number {
  return mends.filter(({ isOn }) => isOn).length
}
