import { valueProblems } from "../../../contract/artwork/artwork-values.ts"
import { texts } from "../../../contract/text.ts"
import { plural } from "../../lib/format.ts"
import { artworkOf } from "../sheet-preview/image-artwork.ts"
import { type PreviewItem, pieceName } from "../sheet-preview/preview-item.ts"
import { copiesOf } from "./print-rules.ts"

/** The kinds of gaps, in the order in which they are shown: the specification's two first. */
const gapKinds = [
  "image",
  "size",
  "failed",
  "values",
  "refused",
  "preparing",
  "drawing",
  "cancelled",
  "too-large",
] as const
type GapKind = (typeof gapKinds)[number]

/** A reason why one row of a print cannot be printed. */
export type Gap = {
  itemId: string
  kind: GapKind
  name: string
  /** The problem of this row's text, as a sentence; null for other gaps. */
  reason: string | null
}

/** Returns the gaps of all rows, in the rows' order; `tooLargeIds` do not fit on any sheet. */
export function gapsOf(items: readonly PreviewItem[], tooLargeIds: readonly string[] = []): Gap[] {
  return items.flatMap((item) => {
    const kind = gapOf(item) ?? (tooLargeIds.includes(item.id) ? "too-large" : null)
    if (kind === null) return []
    const reason = kind === "values" || kind === "refused" ? textProblem(item) : null
    return [{ itemId: item.id, kind, name: nameOf(item), reason }]
  })
}

/** Returns the problem of a row's text, as a sentence, or null. */
export function textProblem(item: Pick<PreviewItem, "image" | "values" | "piece">): string | null {
  return missingText(item) ?? undrawnText(item)
}

/** Returns the problem that its image's fields have with it, such as a missing name. */
function missingText({ image, values = {} }: Pick<PreviewItem, "image" | "values">): string | null {
  return valueProblems(image?.fields ?? [], values)[0]?.message ?? null
}

/** Returns the problem that its fonts and boxes have with it, such as a letter that the font lacks. */
function undrawnText({ piece }: Pick<PreviewItem, "piece">): string | null {
  return piece?.state === "failed" ? (piece.reason ?? "It cannot be drawn") : null
}

function gapOf(item: PreviewItem): GapKind | null {
  const { image, widthIn, order, piece } = item
  if (image === null) return "image"
  if (widthIn === null) return "size"
  if (image.status === "Failed") return "failed"
  if (missingText(item) !== null) return "values"
  if (undrawnText(item) !== null) return "refused"
  if (image.status !== "Ready") return "preparing"
  if (piece?.state === "waiting") return "drawing"
  return order?.isCancelled ? "cancelled" : null
}

function nameOf({ image, values, order }: PreviewItem): string {
  return order?.title ?? (image && pieceName(image, values)) ?? "An item"
}

/** Returns why the print cannot be processed, as a sentence; null if it can. */
export function gapSentence(gaps: readonly Gap[]): string | null {
  const worst = gapKinds.find((kind) => gaps.some((gap) => gap.kind === kind))
  if (worst === undefined) return null
  const [{ name, reason }, ...others] = gaps.filter(({ kind }) => kind === worst)
  const subject = others.length === 0 ? `“${name}”` : plural(others.length + 1, "item")
  const isOne = others.length === 0
  switch (worst) {
    case "image":
      return texts.imageMissing
    case "size":
      return texts.sizeMissing
    case "failed":
      return `The image of ${subject} could not be used. Choose another one.`
    case "values":
    case "refused":
      return isOne
        ? `“${name}”: ${reason}.`
        : `The texts of ${subject} cannot be printed. The first is “${name}”: ${reason}.`
    case "drawing":
      return isOne ? `${subject} is still being drawn.` : `${subject} are still being drawn.`
    case "preparing":
      return `The image of ${subject} is still being prepared.`
    case "cancelled":
      return isOne
        ? `The order of ${subject} was cancelled. Remove the item.`
        : `The orders of ${subject} were cancelled. Remove the items.`
    case "too-large":
      return isOne ? `${subject} does not fit on any sheet.` : `${subject} do not fit on any sheet.`
  }
}

const shortWords: Record<GapKind, string> = {
  image: "without an image",
  size: "without a size",
  failed: "with an unusable image",
  values: "with a missing text",
  refused: "with a text that cannot be printed",
  preparing: "with an image in preparation",
  drawing: "being drawn",
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

/** Counts the copies that take no place on the film, because their rows lack an image or a size. */
export function copiesLeftOut(items: readonly PreviewItem[]): number {
  return copiesOf(items.filter(({ image, widthIn }) => !(image && artworkOf(image) && widthIn)))
}
