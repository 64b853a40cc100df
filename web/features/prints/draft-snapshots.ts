import type { Size } from "../../../contract/size.ts"
import { texts } from "../../../contract/text.ts"
import { queryClient } from "../../lib/query-client.ts"
import { allSizesOptions, saveSize } from "../sizes/size-calls.ts"
import type { DraftImage, DraftSize } from "./print-draft.ts"

/** The seller's size of this width, made where there is none. */
export async function sizeOfWidth(widthIn: number, sizes: readonly Size[]): Promise<DraftSize> {
  const known = sizes.find((size) => size.value === widthIn)
  if (known) return snapshotOfSize(known)
  await saveSize(null, { name: "Custom", value: widthIn })
  const { data } = await queryClient.fetchQuery(allSizesOptions())
  const made = data.find((size) => size.value === widthIn)
  if (!made) throw new Error(texts.errorOccurred)
  return snapshotOfSize(made)
}

/** What a draft keeps of a size. */
export function snapshotOfSize({ _id, name, value }: Size): DraftSize {
  return { _id, name, value }
}

/** What a draft keeps of an image: the whole would be stored as it happens to be today. */
export function snapshotOf(image: DraftImage): DraftImage {
  const { _id, name, status, previewFile, file, mediaType, widthPx, heightPx, trim, isOpaque, softShare } =
    image
  return { _id, name, status, previewFile, file, mediaType, widthPx, heightPx, trim, isOpaque, softShare }
}
