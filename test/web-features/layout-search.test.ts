import { expect, test } from "vitest"
import { defaultSheetTemplate } from "../../contract/artwork/size.ts"
import type { LaidOutPrint, PrintPlan } from "../../sheet/preflight/plan-print.ts"
import type { PrintSection } from "../../sheet/preflight/print-sections.ts"
import type { LayoutQuestion } from "../../web/features/sheet-preview/layout-question.ts"
import { createLayoutSearch, PATIENCE_MS } from "../../web/features/sheet-preview/layout-search.ts"
import type { LayoutAnswer, LayoutTask, LayoutWorker } from "../../web/features/sheet-preview/layout-task.ts"
import { sectionRounds } from "../../web/features/sheet-preview/section-rounds.ts"
import { threadCount } from "../../web/features/sheet-preview/thread-count.ts"
import { fakeClock } from "./fake-clock.ts"
import { planOf } from "./plan-of-length.ts"

type FakeWorker = LayoutWorker & {
  tasks: LayoutTask[]
  isEnded: boolean
  answer(plan: PrintPlan, isInterim?: true, isRough?: true, sections?: PrintSection[]): void
  breakDown(): void
}

const question = (quantity: number): LayoutQuestion => ({
  items: [
    {
      image: { widthPx: 10, heightPx: 10, trim: null },
      widthIn: 1,
      quantity,
      silhouettePath: null,
      order: null,
    },
  ],
  template: defaultSheetTemplate,
  pins: [],
  start: null,
})

function givenSearch({ threads = 2 } = {}) {
  const clock = fakeClock()
  const workers: FakeWorker[] = []
  const heard: string[] = []
  const search = createLayoutSearch({
    ...clock,
    threadsFor: (copies) => (copies < 2 ? 0 : threads),
    loadSections: async () => sectionRounds,
    spawn: () => {
      const worker: FakeWorker = {
        onmessage: null,
        onerror: null,
        tasks: [],
        isEnded: false,
        postMessage: (task) => worker.tasks.push(task),
        terminate: () => {
          worker.isEnded = true
        },
        answer: (plan, isInterim, isRough, sections) =>
          worker.onmessage?.({ data: { plan, isInterim, isRough, sections } } as MessageEvent<LayoutAnswer>),
        breakDown: () => worker.onerror?.({ preventDefault: () => undefined } as ErrorEvent),
      }
      workers.push(worker)
      return worker
    },
  })
  const listener = (name: string) => ({
    onPlan: (plan: PrintPlan, isRough: boolean) => {
      const shown = plan.kind === "planned" ? `${plan.lengthIn}` : plan.kind
      heard.push(`${name} ${shown}${isRough ? " rough" : ""}`)
    },
    onRest: () => void heard.push(`${name} rests`),
    onFailure: () => void heard.push(`${name} failed`),
  })
  /** Asks, answers quickly, and lets the threads start. */
  const startedWith = (lengthIn: number, quantity = 40) => {
    search.ask(question(quantity), null, listener("a"))
    workers[0].answer(planOf(lengthIn))
    clock.pass(200)
    heard.length = 0
    return workers.slice(1)
  }
  return { search, clock, workers, heard, listener, startedWith }
}

test("a quick thread answers first, then all threads search with seeds of their own", () => {
  const { search, clock, workers, heard, listener } = givenSearch({ threads: 3 })
  search.ask(question(40), null, listener("a"))
  expect(workers.map(({ tasks }) => tasks.map(({ effort, seed }) => [effort, seed]))).toEqual([
    [["quick", 1]],
  ])
  workers[0].answer(planOf(90), true, true)
  workers[0].answer(planOf(80))
  expect(heard).toEqual(["a 90 rough", "a 80"])
  clock.pass(200)
  expect(workers.slice(1).map(({ tasks }) => [tasks[0].effort, tasks[0].seed])).toEqual([
    ["balanced", 1],
    ["balanced", 2],
    ["balanced", 3],
  ])
  workers[1].answer(planOf(79))
  workers[3].answer(planOf(78))
  expect([1, 2, 3].map((i) => workers[i].tasks.length)).toEqual([2, 1, 2])
  expect([1, 3].map((i) => [workers[i].tasks[1].effort, workers[i].tasks[1].seed])).toEqual([
    ["best", 4],
    ["best", 6],
  ])
})

test("of all threads' layouts only those shorter than the best one are heard", () => {
  const { heard, startedWith } = givenSearch()
  const [one, other] = startedWith(80)
  one.answer(planOf(85), true)
  one.answer(planOf(70), true)
  other.answer(planOf(75), true)
  other.answer(planOf(69), true)
  one.answer(planOf(70))
  expect(heard).toEqual(["a 70", "a 69"])
})

test("fewer inches on more sheets are not shorter", () => {
  const { heard, startedWith } = givenSearch()
  const [one] = startedWith(80)
  const { layout, ...rest } = planOf(70)
  one.answer({ ...rest, layout: { sheets: [...layout.sheets, ...layout.sheets] } })
  expect(heard).toEqual([])
})

test("the search rests once nothing got shorter for 20 s, and frees its threads", () => {
  const { clock, heard, startedWith } = givenSearch()
  const [one, other] = startedWith(80)
  clock.pass(PATIENCE_MS - 1)
  one.answer(planOf(70), true)
  clock.pass(PATIENCE_MS - 1)
  expect([heard, one.isEnded]).toEqual([["a 70"], false])
  clock.pass(1)
  expect([heard, one.isEnded, other.isEnded]).toEqual([["a 70", "a rests"], true, true])
})

test("three dry rounds of every thread are enough: a small print rests long before 20 s", () => {
  const { heard, startedWith } = givenSearch()
  const [one, other] = startedWith(80)
  one.answer(planOf(79))
  for (let round = 0; round < 3; round++) {
    one.answer(planOf(79))
    expect(heard).not.toContain("a rests")
    other.answer(planOf(81))
  }
  expect(heard).toEqual(["a 79", "a rests"])
  expect([one.isEnded, other.isEnded]).toEqual([true, true])
})

test("a hidden page searches nothing and goes on from where it was, for the patience it had left", () => {
  const { search, clock, workers, heard, startedWith } = givenSearch()
  const [one] = startedWith(80)
  one.answer(planOf(70))
  clock.pass(PATIENCE_MS - 1_000)
  search.setVisible(false)
  expect(workers.map(({ isEnded }) => isEnded)).toEqual([false, true, true])
  clock.pass(10 * PATIENCE_MS)
  expect(heard).toEqual(["a 70"])
  search.setVisible(true)
  clock.pass(200)
  // Neither thread repeats the round that it was in.
  expect(workers.slice(3).map(({ tasks }) => [tasks[0].effort, tasks[0].seed])).toEqual([
    ["best", 5],
    ["best", 4],
  ])
  workers[3].answer(planOf(71), true)
  clock.pass(999)
  expect(heard).toEqual(["a 70"])
  clock.pass(1)
  expect(heard).toEqual(["a 70", "a rests"])
  search.setVisible(false)
  search.setVisible(true)
  clock.pass(200)
  expect(workers).toHaveLength(5)
})

test("a page hidden before the first answer searches once it is looked at", () => {
  const { search, clock, workers, listener } = givenSearch()
  search.setVisible(false)
  search.ask(question(40), null, listener("a"))
  workers[0].answer(planOf(80))
  clock.pass(1_000)
  expect(workers).toHaveLength(1)
  search.setVisible(true)
  clock.pass(200)
  expect(workers).toHaveLength(3)
})

test("only the newest of many changes is packed, and threads start when changes have settled", () => {
  const { search, clock, workers, heard, listener } = givenSearch()
  for (const count of [1, 2, 3, 4]) search.ask(question(count), null, listener(`n${count}`))
  expect(workers).toHaveLength(1)
  workers[0].answer(planOf(80))
  expect(workers[0].tasks.map((task) => task.items[0].quantity)).toEqual([1, 4])
  workers[0].answer(planOf(81))
  expect(heard).toEqual(["n4 81"])
  clock.pass(199)
  search.ask(question(5), null, listener("n5"))
  workers[0].answer(planOf(82))
  clock.pass(199)
  expect(workers).toHaveLength(1)
  clock.pass(1)
  expect(workers).toHaveLength(3)
})

test("a change wakes a rested search, and ends the one under way", () => {
  const { search, clock, workers, heard, listener, startedWith } = givenSearch()
  const [one, other] = startedWith(80)
  search.ask(question(41), null, listener("b"))
  expect([one.isEnded, other.isEnded]).toEqual([true, true])
  one.answer(planOf(10))
  workers[0].answer(planOf(90))
  clock.pass(200 + PATIENCE_MS)
  expect(heard).toEqual(["b 90", "b rests"])
  search.ask(question(42), null, listener("c"))
  workers[0].answer(planOf(91))
  clock.pass(200)
  expect(workers).toHaveLength(7)
})

test("a search goes on from a known plan without asking again", () => {
  const { search, clock, workers, heard, listener } = givenSearch()
  search.ask(question(40), planOf(70), listener("a"))
  clock.pass(200)
  expect(workers.map(({ tasks }) => tasks[0].effort)).toEqual(["balanced", "balanced"])
  workers[0].answer(planOf(71))
  expect(heard).toEqual([])
})

test("a thread goes on from the best layout of all threads, in turn with rounds from scratch", () => {
  const { startedWith } = givenSearch()
  const [one, other] = startedWith(80)
  const placement = { piece: 0, copy: 3, x: 90, y: 75, widthPx: 300, heightPx: 300, rotated: true }
  const [sheet] = planOf(78).layout.sheets
  other.answer({ ...planOf(78), layout: { sheets: [{ ...sheet, placements: [placement] }] } }, true)
  one.answer(planOf(79))
  one.answer(planOf(79))
  const best = [{ piece: 0, copy: 3, sheet: 0, x: 90, y: 75, turn: 90 }]
  expect(one.tasks.map(({ start }) => start)).toEqual([null, best, null])
})

test("around pins the first layout is shown at once, and threads go on from the best one", () => {
  const { search, clock, workers, heard, listener } = givenSearch()
  const pin = { piece: 0, copy: 0, sheet: 0, x: 75, y: 75, turn: 0 as const }
  search.ask({ ...question(40), pins: [pin], start: [pin] }, null, listener("a"))
  expect(workers[0].tasks[0]).toMatchObject({ pins: [pin], start: [pin] })
  workers[0].answer(planOf(80), true)
  workers[0].answer(planOf(79))
  expect(heard).toEqual(["a 80", "a 79"])
  clock.pass(200)
  const placement = { piece: 0, copy: 3, x: 90, y: 75, widthPx: 300, heightPx: 300, rotated: true }
  const [sheet] = planOf(78).layout.sheets
  workers[1].answer({ ...planOf(78), layout: { sheets: [{ ...sheet, placements: [placement] }] } })
  expect(workers[1].tasks[1]).toMatchObject({
    pins: [pin],
    start: [{ piece: 0, copy: 3, sheet: 0, x: 90, y: 75, turn: 90 }],
  })
})

test("what cannot get shorter is not searched: one copy, one row, all pinned, pieces too large", () => {
  const { search, clock, workers, heard, listener } = givenSearch()
  search.ask(question(1), null, listener("one"))
  workers[0].answer(planOf(1.5))
  // A row of pieces of 1 in between edges of 0.25 in.
  search.ask(question(3), null, listener("row"))
  workers[0].answer(planOf(1 + 2 * defaultSheetTemplate.edgeIn))
  const pins = [0, 1].map((copy) => ({
    piece: 0,
    copy,
    sheet: 0,
    x: 90,
    y: 75 + 900 * copy,
    turn: 0 as const,
  }))
  search.ask({ ...question(2), pins }, null, listener("pinned"))
  workers[0].answer(planOf(80))
  search.ask(question(3), null, listener("large"))
  workers[0].answer({ kind: "too-large", items: [0] })
  clock.pass(1_000)
  expect(workers).toHaveLength(1)
  expect(heard).toEqual([
    ...["one 1.5", "one rests", "row 1.5", "row rests"],
    ...["pinned 80", "pinned rests", "large too-large", "large rests"],
  ])
})

const numbers = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i)
/** Lets what has been loaded take effect. */
const loaded = async () => {
  for (let tick = 0; tick < 5; tick++) await null
}
/** Returns a plan of so many equal sheets without a copy. */
const sheetsOf = (count: number, lengthIn: number): LaidOutPrint => {
  const { layout, ...plan } = planOf(lengthIn)
  const sheets = Array.from({ length: count }, () => layout.sheets[0])
  return { ...plan, layout: { sheets }, lengthIn: count * lengthIn, boxesLengthIn: 400 }
}

test("threads search a section each, and the print is heard once all have a plan, then whenever one is shorter", async () => {
  const { search, clock, workers, heard, listener } = givenSearch()
  const sections: PrintSection[] = [
    { items: [{ item: 0, copies: [numbers(0, 80), numbers(80, 80)] }] },
    { items: [{ item: 0, copies: [numbers(160, 40)] }] },
  ]
  search.ask(question(200), null, listener("a"))
  workers[0].answer(sheetsOf(3, 90), undefined, undefined, sections)
  await loaded()
  clock.pass(200)
  const [one, other] = workers.slice(1)
  const tasksOf = ({ tasks }: FakeWorker) =>
    tasks.map(({ items, effort, seed, start }) => [items[0].quantity, effort, seed, start?.length ?? null])
  expect(tasksOf(one)).toEqual([[80, "balanced", 1, null]])
  expect(tasksOf(other)).toEqual([[40, "balanced", 2, null]])
  clock.pass(PATIENCE_MS - 1)
  one.answer(planOf(80), true)
  // A first plan of a section is a gain, so nobody rests before all have one.
  clock.pass(PATIENCE_MS - 1)
  expect(heard).toEqual(["a 270"])
  other.answer(planOf(70))
  expect(heard.slice(1)).toEqual(["a 230"])
  one.answer(planOf(79))
  one.answer(planOf(85))
  other.answer(planOf(85))
  expect(heard.slice(2)).toEqual(["a 228"])
  // The first section has the second round, which goes on from its best plan, and so on in turn.
  expect(tasksOf(other).slice(1)).toEqual([
    [80, "best", 3, 0],
    [40, "best", 6, null],
  ])
  expect(tasksOf(one).slice(1)).toEqual([
    [40, "best", 4, 0],
    [80, "best", 5, null],
  ])
  for (let round = 0; round < 6 && !heard.includes("a rests"); round++) {
    one.answer(planOf(85))
    other.answer(planOf(85))
  }
  expect(heard.at(-1)).toBe("a rests")
})

test("a known plan that saves much is searched on sheet by sheet, one with pins as a whole", async () => {
  const { search, clock, workers, heard, listener } = givenSearch({ threads: 1 })
  const [sheet] = planOf(80).layout.sheets
  const placed = (copies: number[]) =>
    copies.map((copy) => ({ piece: 0, copy, x: 75, y: 75, widthPx: 300, heightPx: 300, rotated: false }))
  const known: LaidOutPrint = {
    ...sheetsOf(2, 80),
    layout: {
      sheets: [numbers(0, 120), numbers(120, 80)].map((own) => ({ ...sheet, placements: placed(own) })),
    },
  }
  search.ask(question(200), known, listener("a"))
  await loaded()
  clock.pass(200)
  expect(workers[0].tasks[0]).toMatchObject({ effort: "best", items: [{ quantity: 120 }] })
  expect(workers[0].tasks[0].start).toHaveLength(120)
  workers[0].answer(planOf(78))
  expect(heard).toEqual(["a 158"])
  expect(workers[0].tasks[1].start?.map(({ sheet, copy }) => [sheet, copy])).toEqual(
    numbers(0, 80).map((copy) => [0, copy]),
  )
  const pin = { piece: 0, copy: 0, sheet: 0, x: 75, y: 75, turn: 0 as const }
  search.ask({ ...question(200), pins: [pin] }, known, listener("b"))
  await loaded()
  clock.pass(200)
  expect(workers[1].tasks[0].items[0].quantity).toBe(200)
})

test("a row that a thread finds ends the search at once", () => {
  const { heard, startedWith } = givenSearch()
  const [one, other] = startedWith(4)
  one.answer(planOf(1 + 2 * defaultSheetTemplate.edgeIn), true)
  expect(heard).toEqual(["a 1.5", "a rests"])
  expect([one.isEnded, other.isEnded]).toEqual([true, true])
})

test("a broken quick thread is told and replaced; of broken searchers the others go on", () => {
  const { search, clock, workers, heard, listener } = givenSearch()
  search.ask(question(40), null, listener("a"))
  workers[0].breakDown()
  expect([heard, workers[0].isEnded]).toEqual([["a failed"], true])
  search.ask(question(40), null, listener("b"))
  workers[1].answer(planOf(80))
  clock.pass(200)
  workers[2].breakDown()
  workers[3].answer(planOf(70))
  expect(heard.slice(1)).toEqual(["b 80", "b 70"])
  workers[3].breakDown()
  expect(heard.slice(3)).toEqual(["b rests"])
  search.close()
  expect(workers.every(({ isEnded }) => isEnded)).toBe(true)
})

test("threads are the cores but one, from 1 to 8, fewer for little memory and few copies", () => {
  const threads = (hardwareConcurrency: number, copies: number, deviceMemory?: number) =>
    threadCount(copies, { hardwareConcurrency, deviceMemory })
  expect([1, 2, 4, 8, 9, 64].map((cores) => threads(cores, 500))).toEqual([1, 1, 3, 7, 8, 8])
  expect([0, 1, 2, 4, 5, 12, 100].map((copies) => threads(9, copies))).toEqual([0, 0, 1, 1, 2, 3, 8])
  expect([0.5, 1, 4, 8].map((memoryGb) => threads(16, 500, memoryGb))).toEqual([1, 1, 4, 8])
  expect(threadCount(500, {})).toBe(1)
})
