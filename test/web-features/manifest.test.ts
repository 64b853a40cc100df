import { expect, test } from "vitest"
import type { Id } from "../../contract/id.ts"
import { MAX_MANIFEST_TICKS } from "../../contract/limit.ts"
import {
  groupsOf,
  itemCode,
  labelAddress,
  labelledCode,
  type ManifestRow,
  type ManifestTick,
  pieceCounts,
  readLabelCode,
} from "../../contract/prints/manifest.ts"
import { keptPrints, keptTicks } from "../../web/features/prints/kept-ticks.ts"
import {
  manifestSearchSchema,
  shownManifest,
  tickKey,
  withTicks,
} from "../../web/features/prints/manifest-view.ts"
import { openTickQueue } from "../../web/features/prints/tick-queue.ts"
import { ApiFailure } from "../../web/lib/api.ts"

function row(code: string, more: Partial<ManifestRow> = {}): ManifestRow {
  const [item, copy] = code.split("-").map(Number)
  const itemId = `0197f3c0-0000-7000-8000-${String(item).padStart(12, "0")}` as Id
  const message = {
    buyer: "",
    shipBy: null,
    item: "",
    sku: "",
    size: "",
    personalisation: [],
    wording: "",
    texts: [],
    image: "",
    isCancelled: false,
    hasNoPlace: false,
    approvedAt: null,
    changes: [],
  }
  const place = { sheet: 1, position: copy, xIn: 0, yIn: 0, widthIn: 1, heightIn: 1 }
  return {
    itemId,
    copy,
    code,
    orderId: null,
    isPressed: false,
    isShipped: false,
    orderNumber: "",
    preview: null,
    cost: null,
    isDone: false,
    doneBy: null,
    ...place,
    ...message,
    ...more,
  }
}

function tickOf({ itemId, copy }: ManifestRow, isDone: boolean): ManifestTick {
  return { itemId, copy, isDone }
}

/** A browser's storage. */
function memory() {
  const held = new Map<string, string>()
  return {
    held,
    read: (key: string) => held.get(key) ?? null,
    write: (key: string, text: string | null) =>
      void (text === null ? held.delete(key) : held.set(key, text)),
  }
}

test("ticks that were not sent survive a reload, are sent then, and each once they are stored is forgotten", async () => {
  const rows = [row("1-1"), row("1-2"), row("1-3")]
  const storage = memory()
  const sent: ManifestTick[][] = []
  let isAway = true
  const opened = () =>
    openTickQueue({
      kept: keptTicks("maya", "print", storage),
      send: async (ticks) => {
        sent.push([...ticks])
        if (isAway) throw new ApiFailure(0, "unreachable", "away")
      },
      onRefused: (error) => expect.unreachable(String(error)),
      // The page is gone before the network is back.
      pause: () => new Promise(() => {}),
    })
  const settled = () => new Promise((resolve) => setTimeout(resolve))
  const before = opened()
  before.add([tickOf(rows[0], true), tickOf(rows[1], true)])
  before.add([tickOf(rows[1], false)])
  await settled()
  expect(keptPrints("maya", storage)).toEqual(["print"])
  expect(keptPrints("another", storage)).toEqual([])

  // Another tab has ticks of its own, which one tab's success does not take away.
  const tab = keptTicks("maya", "print", storage)
  tab.add([tickOf(rows[2], true)])
  isAway = false
  sent.length = 0
  const after = opened()
  expect(withTicks(rows, after.waiting().ticks.values()).map(({ isDone }) => isDone)).toEqual([
    true,
    false,
    true,
  ])
  await settled()
  expect(sent).toEqual([[tickOf(rows[0], true), tickOf(rows[1], false), tickOf(rows[2], true)]])
  expect(after.waiting().ticks.size).toBe(0)
  expect(storage.held.size).toBe(0)

  // Ticks that changed since they were sent are kept.
  tab.add([tickOf(rows[0], false)])
  tab.remove([tickOf(rows[0], true)])
  expect(tab.read()).toEqual([tickOf(rows[0], false)])
  // A text that this version did not write keeps nothing.
  for (const key of storage.held.keys()) storage.held.set(key, "{")
  expect([tab.read(), keptPrints("maya", storage)]).toEqual([[], []])
})

test("a label's code is read from an address in capitals, from the whole code and from the copy's own", () => {
  const printId = "0197f3c0-0000-7000-8000-00aB9f3a21b07c".toLowerCase()
  const address = `${labelAddress("https://Film.example", itemCode(printId, 12))}3`
  expect(address).toBe("HTTPS://FILM.EXAMPLE/C/9F3A21B07C-12-3")
  expect(readLabelCode(address)).toEqual({ print: "9f3a21b07c", item: 12, copy: 3 })
  expect(readLabelCode(" 9f3a21b07c-12-3 ")).toEqual({ print: "9f3a21b07c", item: 12, copy: 3 })
  expect(readLabelCode("12-3")).toEqual({ print: null, item: 12, copy: 3 })
  for (const text of ["", "12", "12-", "x-12-3", "9f3a21b07-12-3", "12-3-4-5"])
    expect(readLabelCode(text)).toBeNull()
})

test("copies come by order: by the day it ships, orders without a day after them, picked by hand last", () => {
  const rows = [
    row("1-1"),
    row("2-1", { orderNumber: "20", buyer: "Ben" }),
    row("3-1", { orderNumber: "31", buyer: "Ana", shipBy: "2026-11-25T23:00:00.000Z" }),
    row("4-1", { orderNumber: "20", buyer: "Ben" }),
    row("5-1", { orderNumber: "30", shipBy: "2026-11-24T09:00:00.000Z" }),
  ]
  expect(
    groupsOf(rows, "UTC").map(({ orderNumber, rows: own }) => [orderNumber, own.map(({ code }) => code)]),
  ).toEqual([
    ["30", ["5-1"]],
    ["31", ["3-1"]],
    ["20", ["2-1", "4-1"]],
    ["", ["1-1"]],
  ])
})

test("the day that an order ships is the seller's, and orders of one day stay as they are laid", () => {
  const rows = [
    row("1-1", { orderNumber: "11", shipBy: "2026-11-25T04:59:59.000Z" }),
    row("2-1", { orderNumber: "12", shipBy: "2026-11-24T22:00:00.000Z" }),
  ]
  const days = (timeZone: string) =>
    groupsOf(rows, timeZone).map(({ orderNumber, shipDay }) => [orderNumber, shipDay])
  expect(days("America/New_York")).toEqual([
    ["11", "2026-11-24"],
    ["12", "2026-11-24"],
  ])
  expect(days("UTC")).toEqual([
    ["12", "2026-11-24"],
    ["11", "2026-11-25"],
  ])
})

test("a page shows open copies with those just ticked, or the page of the copy that was looked for", () => {
  const rows = Array.from({ length: 250 }, (_, at) => row(`1-${at + 1}`, { isDone: at < 10 }))
  const usual = { timeZone: "UTC", currency: "USD" }
  const all = manifestSearchSchema.parse({})
  const ask = (query: object, touched: readonly ManifestRow[] = []) =>
    shownManifest(rows, manifestSearchSchema.parse(query), new Set(touched.map(tickKey)), usual)
  const codes = ({ groups }: ReturnType<typeof ask>) =>
    groups.flatMap((group) => group.rows.map(({ code }) => code))
  expect(codes(ask({ show: "open" })).slice(0, 2)).toEqual(["1-11", "1-12"])
  expect(codes(ask({ show: "open" }, [rows[3]])).slice(0, 2)).toEqual(["1-4", "1-11"])
  expect(codes(ask({ show: "done" }))).toHaveLength(10)
  // The heading counts the whole group, on every page of it.
  expect(ask({ page: "3" }).groups[0]).toMatchObject({ done: 10, heading: "Without an order" })
  expect(codes(ask({ page: "3" }))).toHaveLength(50)
  expect(ask({ page: "9" }).page).toBe(3)
  // The copies' cost is beside them, where it is known.
  const [priced] = shownManifest(
    [row("1-1", { cost: 1.1 }), row("1-2", { cost: 2.2 })],
    all,
    new Set(),
    usual,
  ).groups
  expect([ask({}).groups[0].detail, priced.detail]).toEqual(["", "cost $3.30"])
  const result = ask({ copy: "1-205" })
  expect([result.page, codes(result).includes("1-205")]).toEqual([3, true])
})

test("ticks show at once, are sent again while the server is away, and are dropped when refused", async () => {
  const rows = [row("1-1"), row("1-2"), row("1-3")]
  const sent: ManifestTick[][] = []
  const answers: ((error?: unknown) => void)[] = []
  const pauses: number[] = []
  const refusals: unknown[] = []
  const queue = openTickQueue({
    kept: keptTicks("maya", "print", memory()),
    send: (ticks) => {
      sent.push([...ticks])
      return new Promise((resolve, reject) =>
        answers.push((error) => (error === undefined ? resolve() : reject(error))),
      )
    },
    onRefused: (error) => refusals.push(error),
    pause: async (waitMs) => void pauses.push(waitMs),
  })
  const answer = async (error?: unknown) => {
    answers.shift()?.(error)
    await new Promise((resolve) => setTimeout(resolve))
  }
  const shown = () => withTicks(rows, queue.waiting().ticks.values()).map(({ isDone }) => isDone)

  queue.add([tickOf(rows[0], true)])
  expect(shown()).toEqual([true, false, false])
  queue.add([tickOf(rows[1], true)])
  await answer(new ApiFailure(0, "unreachable", "away"))
  expect([pauses, queue.waiting().isFailing, shown()]).toEqual([[1_000], true, [true, true, false]])
  expect(sent).toEqual([[tickOf(rows[0], true)], [tickOf(rows[0], true), tickOf(rows[1], true)]])
  // Unticked while its tick is on the way: the answer must not make it done again.
  queue.add([tickOf(rows[0], false)])
  await answer()
  expect([queue.waiting().isFailing, [...queue.waiting().ticks.values()]]).toEqual([
    false,
    [tickOf(rows[0], false)],
  ])
  await answer()
  expect(queue.waiting().ticks.size).toBe(0)
  const refusal = new ApiFailure(404, "not-found", "This copy does not exist")
  queue.add([tickOf(rows[2], true)])
  await answer(refusal)
  expect([queue.waiting().ticks.size, refusals]).toEqual([0, [refusal]])
  const many = Array.from({ length: MAX_MANIFEST_TICKS + 5 }, (_, at) => tickOf(row(`9-${at + 1}`), true))
  queue.add(many)
  await answer()
  await answer()
  expect(sent.slice(-2).map((ticks) => ticks.length)).toEqual([MAX_MANIFEST_TICKS, 5])
})

test("pieces of an order are counted as their labels count them: by item, then by copy", () => {
  const of31 = ["12-1", "9-2", "9-1"].map((code) => row(code, { orderNumber: "31" }))
  const rows = [...of31, row("3-1", { orderNumber: "32" }), row("1-1"), row("1-2")]
  expect([...pieceCounts(rows)].sort()).toEqual([
    ["12-1", "3 of 3"],
    ["9-1", "1 of 3"],
    ["9-2", "2 of 3"],
  ])
  const labels = ["9-2", "3-1"].map((code) => labelledCode({ code }, pieceCounts(rows)))
  expect(labels).toEqual(["9-2 (2 of 3)", "3-1"])
})
