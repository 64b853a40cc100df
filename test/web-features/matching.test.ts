import { expect, test } from "vitest"
import type { Suggestion } from "../../contract/artwork/suggestion.ts"
import type { Id } from "../../contract/id.ts"
import type { OrderItem } from "../../contract/orders/order.ts"
import {
  suggestedChoice,
  suggestedSizeWords,
  sureChoice,
} from "../../web/features/matching/suggested-choice.ts"
import { readSkuLines } from "../../web/features/orders/sku-lines.ts"

type Image = NonNullable<OrderItem["match"]["imageId"]>
const image = { _id: "vibes" as Id, name: "good-vibes.png" } as Image
const size = { _id: "left" as Id, name: "Left chest", value: 3.5 }
const item = (match: OrderItem["match"]) => ({ _id: "item" as Id, match })
const nothing = { imageId: null, sizeId: null }

function suggestion(certainty: number, sizeCertainty: number): Suggestion {
  return {
    orderItemId: "item" as Id,
    images: [
      { image, certainty },
      { image: { ...image, _id: "wild" as Id }, certainty: 0.2 },
    ],
    size: { kind: "new", size: { name: "3.5 in", value: 3.5 }, certainty: sizeCertainty },
  }
}

test("a suggestion is taken for what is missing, and with others only where all of it is sure", () => {
  const newSize = { name: "3.5 in", value: 3.5 }
  const whole = { orderItemId: "item", imageId: "vibes", newSize }
  expect(suggestedChoice(item(nothing), suggestion(0.5, 0.9))).toEqual(whole)
  expect(sureChoice(item(nothing), suggestion(0.98, 0.9))).toEqual(whole)
  expect(sureChoice(item(nothing), suggestion(0.84, 0.9))).toBeNull()
  expect(sureChoice(item(nothing), suggestion(0.98, 0.8))).toBeNull()
  // Existing choices stay.
  const sized = item({ imageId: null, sizeId: size })
  expect(sureChoice(sized, suggestion(0.9, 0))).toEqual({ orderItemId: "item", imageId: "vibes" })
  const pictured = item({ imageId: image, sizeId: null })
  expect(sureChoice(pictured, suggestion(0, 0.9))).toEqual({ orderItemId: "item", newSize })
  expect(suggestedChoice(item({ imageId: image, sizeId: size }), suggestion(1, 1))).toBeNull()
  expect(suggestedChoice(item(nothing), undefined)).toBeNull()
  // One part alone does not settle the item, so it is not taken unseen.
  expect(sureChoice(item(nothing), { ...suggestion(1, 1), size: null })).toBeNull()
  expect(sureChoice(item(nothing), { ...suggestion(1, 1), images: [] })).toBeNull()
})

test("a size's words say its width once, and whether it is new", () => {
  expect(suggestedSizeWords({ kind: "existing", size, certainty: 1 })).toBe("Left chest 3.5 in")
  expect(suggestedSizeWords({ kind: "new", size: { name: "10 in", value: 10 }, certainty: 1 })).toBe(
    "10 in, new",
  )
})

test("lines of SKU and file name are read as spreadsheets and lists give them", () => {
  const text = [
    "SKU\tFile",
    "GOOD-VIBES-3.5IN\tgood-vibes.png",
    "",
    "LUNA-MOTH, luna moth, final.png ",
    '"A, B";"c ""d"".png"',
    "\tlost.png",
    "LONELY",
  ].join("\r\n")
  expect(readSkuLines(text)).toEqual([
    { line: 2, sku: "GOOD-VIBES-3.5IN", fileName: "good-vibes.png" },
    { line: 4, sku: "LUNA-MOTH", fileName: "luna moth, final.png" },
    { line: 5, sku: "A, B", fileName: 'c "d".png' },
    { line: 6, sku: "", fileName: "lost.png" },
    { line: 7, sku: "LONELY", fileName: "" },
  ])
  expect(readSkuLines(" \n\t\n")).toEqual([])
})
