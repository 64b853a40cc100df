import { expect, test } from "vitest"
import { BusyError, createIsolateLock } from "../../../worker/isolate/isolate-lock.ts"

/** Time that moves only when the test says so. */
function givenTime() {
  let nowMs = 0
  let waiting: { dueMs: number; wake: () => void }[] = []
  return {
    clock: {
      nowMs: () => nowMs,
      wait: (ms: number) => new Promise<void>((wake) => waiting.push({ dueMs: nowMs + ms, wake })),
    },
    /** Lets that much time pass, and wakes each waiter at its moment. */
    async pass(ms: number) {
      const endMs = nowMs + ms
      for (;;) {
        await settled()
        const next = waiting.sort((a, b) => a.dueMs - b.dueMs)[0]
        if (!next || next.dueMs > endMs) break
        waiting = waiting.filter((each) => each !== next)
        nowMs = next.dueMs
        next.wake()
      }
      nowMs = endMs
    },
    /** The requests that wait are cancelled: nobody wakes them any more. */
    cancelWaiting: () => {
      waiting = []
    },
  }
}

/** Waits until everything that needs no time has gone on. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

function givenJob() {
  let end = () => {}
  const done = new Promise<void>((resolve) => {
    end = resolve
  })
  return { run: () => done, end }
}

test("one job at a time, in the order they came; who cannot begin in time is told, and has done nothing", async () => {
  const { clock, pass } = givenTime()
  const runAlone = createIsolateLock(clock)
  const began: string[] = []
  const start = (name: string, maxWaitMs: number) => {
    const job = givenJob()
    const ended = runAlone(async () => {
      began.push(name)
      await job.run()
      return name
    }, maxWaitMs).catch((error: unknown) => error)
    return { ...job, ended }
  }

  const first = start("first", 3_000)
  const impatient = start("impatient", 3_000)
  const second = start("second", 60_000)
  await pass(1_000)
  const third = start("third", 60_000)
  await pass(2_100)
  expect(await impatient.ended).toBeInstanceOf(BusyError)
  expect(began).toEqual(["first"])
  first.end()
  expect(await first.ended).toBe("first")
  // The late job comes after those that wait and finds nobody at work: it waits all the same.
  const late = start("late", 60_000)
  await pass(100)
  expect(began).toEqual(["first", "second"])
  second.end()
  await pass(100)
  third.end()
  await pass(100)
  late.end()
  await pass(100)
  expect(began).toEqual(["first", "second", "third", "late"])

  // A job that fails makes room, too.
  const failing = runAlone(async () => {
    throw new Error("broken")
  }, 0)
  await expect(failing).rejects.toThrow("broken")
  expect(await runAlone(async () => "after", 0)).toBe("after")
})

test("a request that was cancelled while it waited, or while it worked, blocks nobody for good", async () => {
  const { clock, pass, cancelWaiting } = givenTime()
  const runAlone = createIsolateLock(clock)
  const job = givenJob()
  const first = runAlone(job.run, 0)
  void runAlone(async () => "cancelled", 3_000)
  await settled()
  cancelWaiting()
  const next = runAlone(async () => "next", 10_000)
  job.end()
  await first
  await pass(3_000)
  expect(await next).toBe("next")

  // Nothing is heard of this one's end any more.
  void runAlone(() => new Promise(() => {}), 0)
  await expect(runAlone(async () => "early", 0)).rejects.toThrow(BusyError)
  await pass(15 * 60_000)
  expect(await runAlone(async () => "later", 0)).toBe("later")
})
