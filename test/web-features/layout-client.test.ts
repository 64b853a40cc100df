import { expect, test } from "vitest"
import { defaultSheetTemplate } from "../../contract/size.ts"
import type { PrintPlan } from "../../sheet/preflight/plan-print.ts"
import {
  createLayoutClient,
  type LayoutAnswer,
  type LayoutTask,
  type LayoutWorker,
} from "../../web/features/sheet-preview/layout-client.ts"

type FakeWorker = LayoutWorker & {
  tasks: LayoutTask[]
  isEnded: boolean
  answer(plan?: PrintPlan, isInterim?: true): void
}

const planned: PrintPlan = {
  kind: "planned",
  layout: { sheets: [] },
  lengthIn: 0,
  boxesLengthIn: 0,
  savedShare: null,
  utilisation: 0,
  copies: 1,
  violations: [],
}
const question = (quantity: number) => ({
  items: [
    {
      image: { widthPx: 10, heightPx: 10, trim: null },
      widthIn: 1,
      quantity,
      silhouetteOf: null,
      order: null,
    },
  ],
  template: defaultSheetTemplate,
  effort: "balanced" as const,
})

function givenClient() {
  const workers: FakeWorker[] = []
  const heard: string[] = []
  const client = createLayoutClient(() => {
    const worker: FakeWorker = {
      onmessage: null,
      onerror: null,
      tasks: [],
      isEnded: false,
      postMessage: (task) => worker.tasks.push(task),
      terminate: () => {
        worker.isEnded = true
      },
      answer(plan = planned, isInterim) {
        const task = worker.tasks[worker.tasks.length - 1]
        worker.onmessage?.({ data: { id: task.id, plan, isInterim } } as MessageEvent<LayoutAnswer>)
      },
    }
    workers.push(worker)
    return worker
  })
  const listener = (name: string) => ({
    onPlan: (plan: PrintPlan, isFinal: boolean) =>
      void heard.push(`${name} ${plan.kind} ${isFinal ? "final" : "quick"}`),
    onFailure: () => void heard.push(`${name} failed`),
  })
  return { client, workers, heard, listener }
}

test("a quick layout comes first, then the one a print is processed with", () => {
  const { client, workers, heard, listener } = givenClient()
  client.ask(question(1), listener("a"))
  expect(workers.map((worker) => worker.tasks.map((task) => task.pass))).toEqual([["quick"]])
  workers[0].answer(planned, true)
  expect(workers).toHaveLength(1)
  workers[0].answer()
  expect(workers[1].tasks[0].pass).toBe("final")
  workers[1].answer()
  expect(heard).toEqual(["a planned quick", "a planned quick", "a planned final"])
})

test("of the layouts on the way only shorter ones are heard, and the search goes on until the last", () => {
  const { client, workers, heard, listener } = givenClient()
  const long = (lengthIn: number): PrintPlan => ({ ...planned, lengthIn })
  const { onPlan, ...rest } = listener("a")
  const lengths: number[] = []
  client.ask(question(1), {
    ...rest,
    onPlan(plan, isFinal) {
      if (plan.kind === "planned") lengths.push(plan.lengthIn)
      onPlan(plan, isFinal)
    },
  })
  workers[0].answer(long(90))
  for (const lengthIn of [95, 80, 85, 70]) workers[1].answer(long(lengthIn), true)
  workers[1].answer(long(69))
  expect(lengths).toEqual([90, 80, 70, 69])
  expect(heard.map((line) => line.endsWith("final"))).toEqual([false, false, false, true])

  client.ask(question(2), listener("b"))
  expect(workers[1].isEnded).toBe(false)
})

test("only the newest of many changes is packed, and no old layout is heard", () => {
  const { client, workers, heard, listener } = givenClient()
  for (const count of [1, 2, 3, 4]) client.ask(question(count), listener(`n${count}`))
  expect(workers).toHaveLength(1)
  workers[0].answer()
  expect(workers[0].tasks.map((task) => task.items[0].quantity)).toEqual([1, 4])
  workers[0].answer()
  expect(heard).toEqual(["n4 planned quick"])
})

test("a change ends the search under way", () => {
  const { client, workers, heard, listener } = givenClient()
  client.ask(question(1), listener("a"))
  workers[0].answer()
  client.ask(question(2), listener("b"))
  expect(workers[1].isEnded).toBe(true)
  workers[0].answer()
  expect(workers).toHaveLength(3)
  workers[2].answer()
  expect(heard).toEqual(["a planned quick", "b planned quick", "b planned final"])
})

test("pieces too large for the film are final at once, and a broken worker is replaced", () => {
  const { client, workers, heard, listener } = givenClient()
  client.ask(question(1), listener("a"))
  workers[0].answer({ kind: "too-large", items: [0] })
  expect(workers).toHaveLength(1)
  client.ask(question(2), listener("b"))
  workers[0].onerror?.({ preventDefault: () => undefined } as ErrorEvent)
  expect(workers[0].isEnded).toBe(true)
  client.ask(question(3), listener("c"))
  workers[1].answer()
  workers[2].answer()
  expect(heard).toEqual(["a too-large final", "b failed", "c planned quick", "c planned final"])
  client.close()
  expect(workers.every((worker) => worker.isEnded)).toBe(true)
})
