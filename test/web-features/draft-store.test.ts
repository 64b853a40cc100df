import { expect, test } from "vitest"
import { makeId } from "../../contract/id.ts"
import { createDraftStore } from "../../web/features/prints/draft-store.ts"
import { type DraftImage, emptyDraft, parseDraft } from "../../web/features/prints/print-draft.ts"

const KEY = "draft"
const image: DraftImage = {
  _id: makeId(1),
  name: "Cat",
  status: "Ready",
  previewFile: null,
  file: null,
  mediaType: "image/png",
  widthPx: 100,
  heightPx: 100,
  trim: null,
  isOpaque: false,
  softShare: 0,
  fields: [],
}

/** A browser's storage that counts its writes, and a clock that a test turns. */
function givenBrowser(text: string | null = null) {
  const stored = new Map<string, string | null>([[KEY, text]])
  let writes = 0
  let due: (() => void) | null = null
  const parts = {
    storage: {
      read: (key: string) => stored.get(key) ?? null,
      write: (key: string, value: string | null) => {
        writes++
        stored.set(key, value)
      },
    },
    clock: {
      after: (_ms: number, act: () => void) => {
        due = act
        return () => {
          due = null
        }
      },
    },
    onForget: () => {},
  }
  return { stored, parts, tick: () => due?.(), isWaiting: () => due !== null, writes: () => writes }
}

const addOne = (key: string) => ({
  kind: "add" as const,
  rows: [{ key, image, size: null, quantity: 1 }],
})

test("a run of changes is stored once, after it, and at once when the page is left", () => {
  const browser = givenBrowser()
  const store = createDraftStore(KEY, browser.parts)
  store.change(addOne("a"))
  for (let quantity = 2; quantity <= 9; quantity++)
    store.change({ kind: "set", values: new Map([["a", { quantity }]]) })
  expect([store.read().items[0].quantity, browser.writes()]).toEqual([9, 0])
  browser.tick()
  expect([parseDraft(browser.stored.get(KEY) ?? null)?.items[0].quantity, browser.writes()]).toEqual([9, 1])
  // Nothing changed, so nothing is stored; an emptied draft leaves nothing behind.
  store.change({ kind: "set", values: new Map([["a", { quantity: 9 }]]) })
  store.flush()
  expect(browser.writes()).toBe(1)
  store.change({ kind: "remove", keys: new Set(["a"]) })
  store.flush()
  expect([browser.stored.get(KEY), browser.writes()]).toEqual([null, 2])
})

test("every change has a request key of its own, and tells who shows it", () => {
  const browser = givenBrowser(JSON.stringify(emptyDraft(crypto.randomUUID())))
  const store = createDraftStore(KEY, browser.parts)
  const { requestKey } = store.read()
  let told = 0
  const leave = store.subscribe(() => told++)
  const { before, after } = store.change(addOne("a"))
  expect([before.length, after.length, told]).toEqual([0, 1, 1])
  expect(store.read().requestKey).not.toBe(requestKey)
  leave()
  store.pick({ packing: "by-order" })
  expect([told, store.read().packing]).toEqual([1, "by-order"])
})

test("a print that was saved is never stored again, and what another tab stored is read", () => {
  const browser = givenBrowser()
  const store = createDraftStore(KEY, browser.parts)
  const { after } = store.change(addOne("a"))
  store.flush()
  const other = createDraftStore(KEY, browser.parts)
  other.change({ kind: "set", values: new Map([["a", { quantity: 4 }]]) })
  other.flush()
  store.reread()
  expect(store.read().items[0].quantity).toBe(4)
  store.forget()
  store.restore(after)
  expect([browser.stored.get(KEY), browser.isWaiting(), store.read().items.length]).toEqual([null, false, 1])
})
