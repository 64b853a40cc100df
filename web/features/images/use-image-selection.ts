import { useRef, useState } from "react"
import type { Image } from "../../../contract/image.ts"

export type ImageSelection = {
  /** The picked images of this page, in its order. */
  pickedIds: string[]
  isPicked: (id: string) => boolean
  pick: (id: string, isPicked: boolean) => void
  /** Everything from the image picked last to this one. */
  pickUpTo: (id: string) => void
  clear: () => void
}

/**
 * The picked images of this page. What leaves the page leaves the selection, so that nothing unseen
 * is deleted; the rest stays picked while uploads come in.
 */
export function useImageSelection(images: readonly Image[]): ImageSelection {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string | null>(null)
  return {
    pickedIds: images.filter((image) => picked.has(image._id)).map((image) => image._id),
    isPicked: (id) => picked.has(id),
    pick(id, isPicked) {
      const next = new Set(picked)
      if (isPicked) next.add(id)
      else next.delete(id)
      last.current = id
      setPicked(next)
    },
    pickUpTo(id) {
      const order = images.filter((image) => !isFailed(image)).map((image) => image._id)
      setPicked(toggleRange(picked, order, last.current, id))
    },
    clear: () => setPicked(new Set()),
  }
}

/** A selection after Shift: adds everything between the last picked image and this one. */
function toggleRange(
  picked: ReadonlySet<string>,
  order: readonly string[],
  from: string | null,
  to: string,
): Set<string> {
  const next = new Set(picked)
  const start = from === null ? -1 : order.indexOf(from)
  const end = order.indexOf(to)
  if (end < 0) return next
  if (start < 0) return next.add(to)
  for (const id of order.slice(Math.min(start, end), Math.max(start, end) + 1)) next.add(id)
  return next
}

/** Has no file and will get none. */
export function isFailed(image: Pick<Image, "status" | "file">): boolean {
  return image.status === "Failed" || (image.status === "Ready" && image.file === null)
}
