import { expect, test } from "vitest"
import { type ArtworkValues, fieldNamed } from "../../contract/artwork/artwork-field.ts"
import { type Id, makeId } from "../../contract/id.ts"
import { texts } from "../../contract/text.ts"
import {
  addedBetween,
  changeItems,
  type DraftImage,
  type DraftItem,
  draftProblem,
  emptyDraft,
  parseDraft,
  previewOfDraft,
  printItemsOf,
  processProblem,
  removedBetween,
} from "../../web/features/prints/print-draft.ts"
import { copiesOf } from "../../web/features/prints/print-rules.ts"
import { placedItems } from "../../web/features/sheet-preview/preview-item.ts"

let clock = 0
const newId = (): Id => makeId(++clock)
const image = (name: string): DraftImage => ({
  _id: newId(),
  name,
  status: "Ready",
  previewFile: { path: "files/p.png" },
  file: { path: "files/f.png" },
  mediaType: "image/png",
  isVector: false,
  widthPx: 1000,
  heightPx: 1000,
  trim: null,
  isOpaque: false,
  softShare: 0,
  fields: [],
})
const size = (value: number) => ({ _id: newId(), name: `${value}`, value })
const cat = image("Cat")
const dog = image("Dog")
const small = size(5)
const large = size(10)

type Rows = readonly DraftItem[]

function add(items: Rows, picture: DraftImage, quantity: number, chosen: typeof small | null = small): Rows {
  const row = { key: `${++clock}`, image: picture, size: chosen, quantity }
  return changeItems(items, { kind: "add", rows: [row] })
}

function set(items: Rows, key: string, values: { size?: typeof small; quantity?: number }): Rows {
  return changeItems(items, { kind: "set", values: new Map([[key, values]]) })
}

test("the same image in the same size adds up, another size is another row", () => {
  let items = add([], cat, 2)
  items = add(items, cat, 3)
  items = add(items, cat, 1, large)
  items = add(items, dog, 4)
  expect(items.map((item) => [item.image?.name, item.size?.value, item.quantity])).toEqual([
    ["Cat", 5, 5],
    ["Cat", 10, 1],
    ["Dog", 5, 4],
  ])
  items = set(items, items[1].key, { size: small })
  expect(items.map((item) => item.quantity)).toEqual([6, 4])
  expect(copiesOf(items)).toBe(10)
  expect(printItemsOf(items)[0]).toEqual({ imageId: cat._id, sizeId: small._id, quantity: 6 })
})

test("other values in an image's fields are another row, the same however they were typed", () => {
  const shirt = { ...cat, _id: newId(), fields: [fieldNamed("name"), fieldNamed("number")] }
  const row = (values: ArtworkValues, quantity = 1) => ({
    key: `${++clock}`,
    image: shirt,
    size: small,
    quantity,
    values,
  })
  let items = changeItems([], {
    kind: "add",
    rows: [
      row({ name: "Zoé", number: "7" }, 2),
      row({ name: "Ana", number: "" }),
      row({ number: "7", name: " Zoe\u0301 " }, 3),
    ],
  })
  expect(items.map(({ values, quantity }) => [values, quantity])).toEqual([
    [{ name: "Zoé", number: "7" }, 5],
    [{ name: "Ana" }, 1],
  ])
  expect(printItemsOf(items).map(({ values }) => values)).toEqual([
    { name: "Zoé", number: "7" },
    { name: "Ana" },
  ])
  const renamed = new Map([[items[1].key, { values: { name: "Zoé", number: "7" } }]])
  items = changeItems(items, { kind: "set", values: renamed })
  expect(items.map(({ quantity }) => quantity)).toEqual([6])

  const now = new Map([[shirt._id, { ...shirt, fields: [fieldNamed("name")] }]])
  items = changeItems(items, { kind: "refresh", images: now, sizes: new Map([[small._id, small]]) })
  expect(items[0].values).toEqual({ name: "Zoé" })
})

test("a row is shown as its piece once that is drawn, in the scale of the whole image", () => {
  const trim = { x: 0, y: 0, width: 900, height: 900 }
  const shirt = { ...cat, _id: newId(), trim, fields: [fieldNamed("name")] }
  const [item] = changeItems([], {
    kind: "add",
    rows: [{ key: "zoe", image: shirt, size: small, quantity: 1, values: { name: "ZOE" } }],
  })
  const look = { previewFile: { path: "piece.png" }, trim: { ...trim, width: 300 }, isOpaque: false }
  const piece = { digest: "d1", reason: null, values: item.values, softShare: 0, ...look }
  const preview = (state: "waiting" | "ready") => previewOfDraft([item], () => ({ ...piece, state }))
  const [waiting] = placedItems(preview("waiting"))
  expect(waiting).toMatchObject({ name: "Cat (ZOE)", silhouettePath: `images/${shirt._id}/silhouette.png` })
  expect(waiting.image.previewFile).toEqual(shirt.previewFile)
  const [ready] = placedItems(preview("ready"))
  expect(ready.silhouettePath).toBe(`images/${shirt._id}/variants/d1/silhouette`)
  expect(ready.image.previewFile).toEqual({ path: "piece.png" })
  expect(ready.art).toMatchObject({ trim: { width: 300 }, shownTrim: trim })
})

test("quantities stay whole numbers between one and the limit of a print", () => {
  let items = add([], cat, 4_999)
  items = add(items, cat, 4_999)
  expect(items[0].quantity).toBe(5_000)
  const { key } = items[0]
  expect(set(items, key, { quantity: 0 })[0].quantity).toBe(1)
  expect(set(items, key, { quantity: 2.6 })[0].quantity).toBe(3)
  expect(changeItems(items, { kind: "remove", keys: new Set([key]) })).toEqual([])
  expect(draftProblem(items)).toBeNull()
  expect(draftProblem(add(items, dog, 1))).toBe("A print holds at most 5,000 copies")
})

test("a print with a gap cannot be processed and says so in one sentence", () => {
  const items = add(add([], cat, 1), dog, 1, null)
  expect(draftProblem(items)).toBeNull()
  expect(processProblem(items)).toBe(texts.imageOrSizeMissing)
  const [first, second] = items
  expect(processProblem(set(items, second.key, { size: large }))).toBeNull()
  const gone = changeItems(items, {
    kind: "refresh",
    images: new Map([[cat._id, null]]),
    sizes: new Map([[small._id, small]]),
  })
  expect(gone[0]).toMatchObject({ key: first.key, image: null, isImageDeleted: true, size: small })
  expect(processProblem(gone)).toBe(texts.imageOrSizeMissing)
})

test("a change of one row leaves all others, and the list where nothing changes, the same objects", () => {
  const items = add(add(add([], cat, 1), dog, 2), cat, 3, large)
  const [first, second, third] = set(items, items[1].key, { quantity: 7 })
  expect([first, third]).toEqual([items[0], items[2]])
  expect(first === items[0] && third === items[2]).toBe(true)
  expect(second).toEqual({ ...items[1], quantity: 7 })
  expect(set(items, items[0].key, { size: small, quantity: 1 })).toBe(items)
  expect(set(items, "nobody", { quantity: 9 })).toBe(items)
  const known = {
    images: new Map([[cat._id, cat]]),
    sizes: new Map([small, large].map((one) => [one._id, one])),
  }
  expect(changeItems(items, { kind: "refresh", ...known })).toBe(items)
})

test("one size for many rows makes those that are the same now one", () => {
  const items = add(add(add([], cat, 1, null), dog, 2, null), cat, 3, large)
  const values = new Map(items.map(({ key }) => [key, { size: large }]))
  const sized = changeItems(items, { kind: "set", values })
  expect(sized.map((item) => [item.image?.name, item.size?.value, item.quantity])).toEqual([
    ["Cat", 10, 4],
    ["Dog", 10, 2],
  ])
})

test("an adding is taken back with what was done to its rows, and leaves the copies that were there", () => {
  const before = add(add([], cat, 2), dog, 1, null)
  const after = add(add(before, cat, 3), dog, 4, large)
  const added = addedBetween(before, after)
  expect(added.map(({ copies, isNew }) => [copies, isNew])).toEqual([
    [3, false],
    [4, true],
  ])
  const later = set(after, after[2].key, { quantity: 9 })
  expect(changeItems(later, { kind: "take-back", added })).toEqual(before)
})

test("what was removed comes back to its place, beside what was added since, and only once", () => {
  const before = add(add(add([], cat, 2), dog, 1), cat, 5, large)
  const after = changeItems(before, { kind: "remove", keys: new Set([before[0].key, before[2].key]) })
  const removed = removedBetween(before, after)
  const back = changeItems(after, { kind: "put-back", removed })
  expect(back).toEqual(before)
  expect(changeItems(back, { kind: "put-back", removed })).toBe(back)
  const since = add(after, cat, 1)
  expect(changeItems(since, { kind: "put-back", removed }).map(({ quantity }) => quantity)).toEqual([3, 1, 5])
})

test("what was deleted or renamed meanwhile shows in the draft", () => {
  const items = add([], cat, 2)
  const renamed = { ...cat, name: "Space cat" }
  const fresh = changeItems(items, {
    kind: "refresh",
    images: new Map([[cat._id, renamed]]),
    sizes: new Map(),
  })
  expect(fresh[0]).toMatchObject({
    image: { name: "Space cat" },
    isImageDeleted: false,
    size: null,
    isSizeDeleted: true,
  })
  const again = changeItems(fresh, { kind: "refresh", images: new Map(), sizes: new Map() })
  expect(again[0]).toMatchObject({ image: { name: "Space cat" }, isSizeDeleted: true })
})

test("a draft survives storing, and anything else stored is no draft", () => {
  const draft = { ...emptyDraft(crypto.randomUUID()), items: add([], cat, 2), sheetTemplateId: newId() }
  expect(parseDraft(JSON.stringify(draft))).toEqual(draft)
  expect(parseDraft(null)).toBeNull()
  expect(parseDraft("{")).toBeNull()
  expect(parseDraft(JSON.stringify({ ...draft, version: 2 }))).toBeNull()
  expect(parseDraft(JSON.stringify({ ...draft, items: [{ ...draft.items[0], quantity: 0 }] }))).toBeNull()
})
