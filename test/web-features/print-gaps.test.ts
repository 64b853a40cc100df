import { expect, test } from "vitest"
import { type ArtworkValues, fieldNamed } from "../../contract/artwork/artwork-field.ts"
import { makeId } from "../../contract/id.ts"
import { texts } from "../../contract/text.ts"
import { copiesLeftOut, gapCounts, gapSentence, gapsOf } from "../../web/features/prints/print-gaps.ts"
import type { PreviewItem } from "../../web/features/sheet-preview/preview-item.ts"

const image: NonNullable<PreviewItem["image"]> = {
  _id: makeId(1),
  name: "Luna",
  status: "Ready",
  previewFile: null,
  isVector: false,
  widthPx: 300,
  heightPx: 300,
  trim: null,
  isOpaque: false,
  softShare: 0,
}
const order = { orderNumber: "7", title: "Moth tee", shipDay: null, isCancelled: false }
const whole: PreviewItem = { id: "whole", image, widthIn: 4, quantity: 2, order: null }
const rows: Record<string, PreviewItem> = {
  noImage: { ...whole, id: "noImage", image: null, quantity: 3 },
  noSize: { ...whole, id: "noSize", widthIn: null, quantity: 1 },
  failed: { ...whole, id: "failed", image: { ...image, status: "Failed", widthPx: null } },
  preparing: { ...whole, id: "preparing", image: { ...image, status: "Ingesting" } },
  cancelled: { ...whole, id: "cancelled", order: { ...order, isCancelled: true } },
  large: { ...whole, id: "large", order },
}

test("whatever the server would refuse is a gap before it is asked", () => {
  expect(gapsOf([whole, { ...whole, order }])).toEqual([])
  expect(gapsOf(Object.values(rows), ["large"]).map(({ itemId, kind }) => `${itemId} ${kind}`)).toEqual([
    "noImage image",
    "noSize size",
    "failed failed",
    "preparing preparing",
    "cancelled cancelled",
    "large too-large",
  ])
})

test("a missing image is named before a missing size, in the specification's words, then the rest", () => {
  const sentence = (...names: string[]) =>
    gapSentence(
      gapsOf(
        names.map((name) => rows[name]),
        ["large"],
      ),
    )
  expect(sentence()).toBeNull()
  expect(sentence("noSize", "noImage", "cancelled")).toBe(texts.imageMissing)
  expect(sentence("cancelled", "noSize")).toBe(texts.sizeMissing)
  expect(sentence("failed")).toBe("The image of “Luna” could not be used. Choose another one.")
  expect(sentence("preparing")).toBe("The image of “Luna” is still being prepared.")
  expect(sentence("cancelled")).toBe("The order of “Moth tee” was cancelled. Remove the item.")
  expect(sentence("large", "large")).toBe("2 items do not fit on any sheet.")
})

test("a missing text, one that cannot be drawn and one not drawn yet keep the print from starting", () => {
  const fields = [{ ...fieldNamed("name"), maxLength: 5 }]
  const shirt = (values: ArtworkValues, piece: PreviewItem["piece"] = null): PreviewItem => ({
    ...whole,
    image: { ...image, name: "Crest", fields },
    values,
    piece,
  })
  const piece = { digest: "d", reason: null }
  const says = (...items: PreviewItem[]) => gapSentence(gapsOf(items))
  expect(says(shirt({ name: "ZOE" }, { ...piece, state: "ready" }))).toBeNull()
  expect(says(shirt({}, { ...piece, state: "failed", reason: "Name is missing" }))).toBe(
    "“Crest”: Name is missing.",
  )
  expect(says(shirt({ name: "MARTINEZ" }))).toBe("“Crest (MARTINEZ)”: Name has 8 characters, 5 at most.")
  const lacking = shirt({ name: "ŁUK" }, { ...piece, state: "failed", reason: "Graduate has no Ł" })
  expect(says(lacking)).toBe("“Crest (ŁUK)”: Graduate has no Ł.")
  expect(says(lacking, lacking)).toBe(
    "The texts of 2 items cannot be printed. The first is “Crest (ŁUK)”: Graduate has no Ł.",
  )
  expect(says(shirt({ name: "ZOE" }, { ...piece, state: "waiting" }))).toBe(
    "“Crest (ZOE)” is still being drawn.",
  )
})

test("gaps are counted, and so are the copies that take no film for them", () => {
  const items = [whole, rows.noSize, rows.noImage, rows.noImage, rows.failed]
  expect(gapCounts(gapsOf(items))).toBe(
    "2 items without an image, 1 without a size, 1 with an unusable image",
  )
  expect(gapCounts([])).toBe("")
  expect(copiesLeftOut(items)).toBe(3 + 3 + 1 + 2)
})
