import { texts } from "../../../contract/text.ts"
import { plural } from "../../lib/format.ts"
import { artworkOf } from "../sheet-preview/image-artwork.ts"
import type { PreviewItem } from "../sheet-preview/preview-item.ts"
import { copiesOf } from "./print-rules.ts"

/** In the order in which they are told: the specification's two first. */
const gapKinds = ["image", "size", "failed", "preparing", "cancelled", "too-large"] as const
type GapKind = (typeof gapKinds)[number]

/** What keeps one row of a print from being printed. */
export type Gap = { itemId: string; kind: GapKind; name: string }

/** The gaps of all rows, in the rows' order; `tooLargeIds` fit no sheet. */
export function gapsOf(items: readonly PreviewItem[], tooLargeIds: readonly string[] = []): Gap[] {
  return items.flatMap((item) => {
    const kind = gapOf(item) ?? (tooLargeIds.includes(item.id) ? "too-large" : null)
    return kind === null ? [] : [{ itemId: item.id, kind, name: nameOf(item) }]
  })
}

function gapOf({ image, widthIn, order }: PreviewItem): GapKind | null {
  if (image === null) return "image"
  if (widthIn === null) return "size"
  if (image.status === "Failed") return "failed"
  if (image.status !== "Ready") return "preparing"
  return order?.isCancelled ? "cancelled" : null
}

function nameOf({ image, order }: PreviewItem): string {
  return order?.title ?? image?.name ?? "An item"
}

/** The sentence that says why the print cannot be processed; null where nothing is in the way. */
export function gapSentence(gaps: readonly Gap[]): string | null {
  const worst = gapKinds.find((kind) => gaps.some((gap) => gap.kind === kind))
  if (worst === undefined) return null
  const [{ name }, ...others] = gaps.filter(({ kind }) => kind === worst)
  const subject = others.length === 0 ? `“${name}”` : plural(others.length + 1, "item")
  const isOne = others.length === 0
  switch (worst) {
    case "image":
      return texts.imageMissing
    case "size":
      return texts.sizeMissing
    case "failed":
      return `The image of ${subject} could not be used. Choose another one.`
    case "preparing":
      return `The image of ${subject} is still being prepared.`
    case "cancelled":
      return isOne
        ? `The order of ${subject} was cancelled. Remove the item.`
        : `The orders of ${subject} were cancelled. Remove the items.`
    case "too-large":
      return isOne ? `${subject} fits no sheet.` : `${subject} fit no sheet.`
  }
}

const shortWords: Record<GapKind, string> = {
  image: "without an image",
  size: "without a size",
  failed: "with an unusable image",
  preparing: "with an image in preparation",
  cancelled: "of cancelled orders",
  "too-large": "too large",
}

/** `2 items without an image, 1 without a size`; "" without gaps. */
export function gapCounts(gaps: readonly Gap[]): string {
  const counts = gapKinds.flatMap((kind) => {
    const count = gaps.filter((gap) => gap.kind === kind).length
    return count === 0 ? [] : [{ count, words: shortWords[kind] }]
  })
  return counts
    .map(({ count, words }, index) => `${index === 0 ? plural(count, "item") : count} ${words}`)
    .join(", ")
}

/** Copies that take no place on the film, as their rows lack an image or a size. */
export function copiesLeftOut(items: readonly PreviewItem[]): number {
  return copiesOf(items.filter(({ image, widthIn }) => !(image && artworkOf(image) && widthIn)))
}
