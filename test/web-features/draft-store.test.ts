import { expect, test } from "vitest"
import { makeId } from "../../contract/id.ts"
import { createDraftStore } from "../../web/features/prints/draft-store.ts"
import {
  addedBetween,
  type DraftImage,
  emptyDraft,
  parseDraft,
} from "../../web/features/prints/print-draft.ts"

const KEY = "draft"
const image: DraftImage = {
  _id: makeId(1),
  name: "Cat",
  status: "Ready",
  previewFile: null,
  file: null,
  mediaType: "image/png",
  isVector: false,
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
  // Nothing changed, so nothing is stored; an emptied draft leaves no row behind, nor what was chosen for it.
  store.change({ kind: "set", values: new Map([["a", { quantity: 9 }]]) })
  store.flush()
  expect(browser.writes()).toBe(1)
  store.pick({ packing: "by-order" })
  store.change({ kind: "remove", keys: new Set(["a"]) })
  store.flush()
  expect(parseDraft(browser.stored.get(KEY) ?? null)).toMatchObject({ items: [], packing: null })
  expect(browser.writes()).toBe(2)
})

test("every change has a request key of its own, and tells who shows it", () => {
  const browser = givenBrowser(JSON.stringify(emptyDraft(crypto.randomUUID())))
  const store = createDraftStore(KEY, browser.parts)
  const { requestKey } = store.read()
  let messages = 0
  const leave = store.subscribe(() => messages++)
  const { before, after } = store.change(addOne("a"))
  expect([before.length, after.length, messages]).toEqual([0, 1, 1])
  expect(store.read().requestKey).not.toBe(requestKey)
  leave()
  store.pick({ packing: "by-order" })
  expect([messages, store.read().packing]).toEqual([1, "by-order"])
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
  store.forget(store.read().items)
  store.restore(after)
  expect(parseDraft(browser.stored.get(KEY) ?? null)?.items).toEqual([])
  expect([browser.isWaiting(), store.read().items.length]).toEqual([false, 1])
})

test("a tab that is left stores its changes to what another one has stored unheard", () => {
  const browser = givenBrowser()
  const [left, closed] = [createDraftStore(KEY, browser.parts), createDraftStore(KEY, browser.parts)]
  left.change(addOne("a"))
  closed.change({ ...addOne("b"), rows: [{ key: "b", image: dog, size: null, quantity: 2 }] })
  closed.flush()
  // The other tab is gone, and nobody else knows what it added.
  left.flush()
  expect(rowsOf(parseDraft(browser.stored.get(KEY) ?? null))).toEqual(["1 Cat", "2 dog"])
})

/** Two tabs of one browser: what one stores reaches the other once it is brought over, as between processes. */
function givenTabs() {
  let shared: string | null = null
  const openTab = () => {
    let cached = shared
    let due: (() => void) | null = null
    const store = createDraftStore(KEY, {
      storage: {
        read: () => cached,
        write: (_key, text) => {
          cached = text
        },
      },
      clock: {
        after: (_ms, act) => {
          due = act
          return () => {
            due = null
          }
        },
      },
      onForget: () => {},
    })
    return {
      store,
      tick: () => due?.(),
      /** Its last text wins over what was stored before. */
      bringOver: () => {
        shared = cached
      },
      hear: () => {
        cached = shared
        store.reread()
      },
    }
  }
  const tabs = [openTab(), openTab()] as const
  const settle = () => {
    for (let round = 0; round < 4; round++)
      for (const tab of tabs) {
        tab.hear()
        tab.tick()
        tab.bringOver()
      }
  }
  return { tabs, settle, openTab, shared: () => parseDraft(shared) }
}

const [cat, dog, owl, fox] = ["cat", "dog", "owl", "fox"].map((name, i) => ({
  ...image,
  _id: makeId(i),
  name,
}))
const add = (key: string, of: DraftImage, quantity = 1) => ({
  kind: "add" as const,
  rows: [{ key, image: of, size: null, quantity }],
})
const rowsOf = (draft: { items: readonly { image: DraftImage | null; quantity: number }[] } | null) =>
  draft?.items.map((item) => `${item.quantity} ${item.image?.name}`).sort()

test("two tabs show and store what both have added, even where both stored at the same moment", () => {
  const { tabs, settle, shared } = givenTabs()
  const [one, two] = tabs
  one.store.change(add("a", cat))
  two.store.change(add("b", dog))
  two.store.change(add("c", owl, 4))
  one.tick()
  two.tick()
  // Neither has seen the other's: the second text takes the place of the first.
  one.bringOver()
  two.bringOver()
  settle()
  const all = ["1 cat", "1 dog", "4 owl"]
  for (const draft of [one.store.read(), two.store.read(), shared()]) expect(rowsOf(draft)).toEqual(all)
  // The same image in both is one row with the copies of both, whatever each did with its row at once.
  one.store.change(add("d", fox, 2))
  one.store.change({ kind: "set", values: new Map([["d", { quantity: 5 }]]) })
  two.store.change(add("e", fox, 3))
  two.store.change({ kind: "remove", keys: new Set(["b"]) })
  for (const tab of tabs) tab.tick()
  two.bringOver()
  one.bringOver()
  settle()
  const now = ["1 cat", "4 owl", "8 fox"]
  for (const draft of [one.store.read(), two.store.read(), shared()]) expect(rowsOf(draft)).toEqual(now)
  expect(one.store.read().requestKey).toBe(two.store.read().requestKey)
  // A row keeps its key in both tabs from here on, and nothing is stored without need.
  expect(one.store.read().items.map(({ key }) => key)).toEqual(two.store.read().items.map(({ key }) => key))
  const before = shared()
  settle()
  expect(shared()).toEqual(before)
})

test("a print that one tab makes leaves what the other has added meanwhile, and nothing of the print", () => {
  const { tabs, settle, openTab, shared } = givenTabs()
  const [one, two] = tabs
  one.store.change(add("a", cat, 3))
  one.tick()
  one.bringOver()
  settle()
  const created = one.store.read().items
  two.store.change(add("b", dog))
  two.store.change({ kind: "set", values: new Map([["a", { quantity: 5 }]]) })
  one.store.forget(created)
  one.bringOver()
  two.hear()
  two.tick()
  two.bringOver()
  const rest = ["1 dog", "2 cat"]
  expect([rowsOf(two.store.read()), rowsOf(shared())]).toEqual([rest, rest])
  // The page of the print still shows it, and takes nothing over any more.
  one.hear()
  expect(rowsOf(one.store.read())).toEqual(["3 cat"])

  // Neither does a text bring the print's rows back that was stored at the same moment without them being gone.
  const third = openTab()
  two.store.change(add("c", owl))
  two.tick()
  third.store.forget(third.store.read().items)
  third.bringOver()
  two.bringOver()
  for (let round = 0; round < 3; round++)
    for (const tab of [third, two]) {
      tab.hear()
      tab.tick()
      tab.bringOver()
    }
  for (const draft of [two.store.read(), shared()]) expect(rowsOf(draft)).toEqual(["1 owl"])
})

test("an adding is taken back from the rows that its own have become part of, in this tab or by another", () => {
  const small = { _id: makeId(7), name: "Small", value: 4 }
  const dog = { ...image, _id: makeId(2), name: "Dog" }
  const row = (key: string, of: DraftImage, size: typeof small | null, quantity = 1) => ({
    ...{ key, image: of, size, quantity },
  })
  const rowsOf = (store: ReturnType<typeof createDraftStore>) =>
    store.read().items.map(({ key, quantity }) => [key, quantity])
  const browser = givenBrowser()
  const store = createDraftStore(KEY, browser.parts)
  store.change({ kind: "add", rows: [row("cat", image, small, 3), row("dog", dog, small, 2)] })
  // Several without a size get one together, which makes them part of the rows that were there.
  const { before, after } = store.change({
    kind: "add",
    rows: [row("more cat", image, null), row("more dog", dog, null)],
  })
  const added = addedBetween(before, after)
  const sized = { size: small }
  store.change({ kind: "set", values: new Map([["more dog", { quantity: 5 }]]) })
  store.change({
    kind: "set",
    values: new Map([
      ["more cat", sized],
      ["more dog", sized],
    ]),
  })
  expect(rowsOf(store)).toEqual([
    ["cat", 4],
    ["dog", 7],
  ])
  store.change({ kind: "take-back", added })
  expect(rowsOf(store)).toEqual([
    ["cat", 3],
    ["dog", 2],
  ])
  store.flush()

  const other = createDraftStore(KEY, browser.parts)
  const large = { ...small, _id: makeId(8) }
  const theirs = other.change({ kind: "add", rows: [row("theirs", dog, large, 2)] })
  const mine = store.change({ kind: "add", rows: [row("mine", dog, large, 4)] })
  store.flush()
  other.reread()
  expect(rowsOf(other).at(-1)).toEqual(["theirs", 6])
  other.change({ kind: "take-back", added: addedBetween(theirs.before, theirs.after) })
  other.flush()
  store.reread()
  expect(rowsOf(store).at(-1)).toEqual(["theirs", 4])
  store.change({ kind: "take-back", added: addedBetween(mine.before, mine.after) })
  expect(rowsOf(store)).toEqual([
    ["cat", 3],
    ["dog", 2],
  ])
})
