import { expect, test } from "vitest"
import type { LayoutResult } from "../../sheet/layout/layout.ts"
import {
  createLayoutClient,
  type LayoutAnswer,
  type LayoutTask,
  type LayoutWorker,
} from "../../web/features/sheet-preview/layout-client.ts"

type FakeWorker = LayoutWorker & {
  tasks: LayoutTask[]
  isEnded: boolean
  answer(result?: LayoutResult, isInterim?: true): void
}

const laidOut: LayoutResult = { kind: "laid-out", layout: { sheets: [] } }
const question = (count: number) => ({
  pieces: [{ widthPx: 10, heightPx: 10, count }],
  bounds: { widthPx: 100, maxLengthPx: 100, edgePx: 1, gapPx: 1, rotate: true },
  nest: null,
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
      answer(result = laidOut, isInterim) {
        const task = worker.tasks[worker.tasks.length - 1]
        worker.onmessage?.({ data: { id: task.id, result, isInterim } } as MessageEvent<LayoutAnswer>)
      },
    }
    workers.push(worker)
    return worker
  })
  const listener = (name: string) => ({
    onLayout: (result: LayoutResult, isFinal: boolean) =>
      void heard.push(`${name} ${result.kind} ${isFinal ? "final" : "quick"}`),
    onFailure: () => void heard.push(`${name} failed`),
  })
  return { client, workers, heard, listener }
}

test("a quick layout comes first, then the one a print is processed with", () => {
  const { client, workers, heard, listener } = givenClient()
  client.ask(question(1), listener("a"))
  expect(workers.map((worker) => worker.tasks.map((task) => task.pass))).toEqual([["quick"]])
  workers[0].answer(laidOut, true)
  expect(workers).toHaveLength(1)
  workers[0].answer()
  expect(workers[1].tasks[0].pass).toBe("final")
  workers[1].answer()
  expect(heard).toEqual(["a laid-out quick", "a laid-out quick", "a laid-out final"])
})

test("of the layouts on the way only shorter ones are heard, and the search goes on until the last", () => {
  const { client, workers, heard, listener } = givenClient()
  const long = (lengthPx: number): LayoutResult => ({
    kind: "laid-out",
    layout: { sheets: [{ widthPx: 100, lengthPx, placements: [] }] },
  })
  const { onLayout, ...rest } = listener("a")
  const lengths: number[] = []
  client.ask(question(1), {
    ...rest,
    onLayout(result, isFinal) {
      if (result.kind === "laid-out") lengths.push(result.layout.sheets[0].lengthPx)
      onLayout(result, isFinal)
    },
  })
  workers[0].answer(long(90))
  for (const lengthPx of [95, 80, 85, 70]) workers[1].answer(long(lengthPx), true)
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
  expect(workers[0].tasks.map((task) => task.pieces[0].count)).toEqual([1, 4])
  workers[0].answer()
  expect(heard).toEqual(["n4 laid-out quick"])
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
  expect(heard).toEqual(["a laid-out quick", "b laid-out quick", "b laid-out final"])
})

test("pieces too large for the film are final at once, and a broken worker is replaced", () => {
  const { client, workers, heard, listener } = givenClient()
  client.ask(question(1), listener("a"))
  workers[0].answer({ kind: "too-large", pieces: [0] })
  expect(workers).toHaveLength(1)
  client.ask(question(2), listener("b"))
  workers[0].onerror?.({ preventDefault: () => undefined } as ErrorEvent)
  expect(workers[0].isEnded).toBe(true)
  client.ask(question(3), listener("c"))
  workers[1].answer()
  workers[2].answer()
  expect(heard).toEqual(["a too-large final", "b failed", "c laid-out quick", "c laid-out final"])
  client.close()
  expect(workers.every((worker) => worker.isEnded)).toBe(true)
})
