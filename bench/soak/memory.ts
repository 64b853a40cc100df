import { readdirSync, readFileSync } from "node:fs"
import type { HeapWatch } from "../sync/heap.ts"

const LOOK_EVERY_MS = 5_000

type Look = { atMs: number; heapBytes: number; residentBytes: number }
export type MemoryWatch = { stop(): Memory }

/**
 * Means over the thirds of the run, in MiB, and how the last compares with the second; the first is warm-up.
 *
 * `heap` is what the isolate of the Worker and its hubs holds, buffers included, after all that is unused was collected:
 * whatever a module, a hub or a request that never ends keeps is in it, and what sellers have stored is not.
 *
 * `resident` is the memory of its own of the process around it, where a leak outside of V8 would show. Most of it is
 * not ours: two dozen isolates stand in there for D1, R2, queues and assets, each letting garbage lie until it has some
 * megabytes of it, and the allocator keeps the pages of its busiest moment. With that it triples in the first minutes
 * and then levels off, however long the work goes on: seen at rest between rounds of 200 acts, the allocator's bytes in
 * use were 92, 109, 98 and 97 MiB, the heaps of all isolates 62, 58, 53 and 62 MiB, and the process 319, 405, 356 and
 * 380 MiB. So a moment of warm-up is no measure for a later one, and neither is the end, after the sweeps: their work is
 * of another kind. A third is compared with a third of the same work.
 */
export type Memory = { heapMiB: number[]; residentMiB: number[]; heapGrowth: number; residentGrowth: number }

/** Looks every few seconds at what is held after everything unused in the Worker's isolate was collected. */
export function watchMemory(heap: HeapWatch, runMs: number): MemoryWatch {
  const looks: Look[] = []
  const startMs = Date.now()
  const timer = setInterval(async () => {
    await heap.collect()
    const heapBytes = await heap.readBytes()
    looks.push({ atMs: Date.now() - startMs, heapBytes, residentBytes: residentBytes() })
  }, LOOK_EVERY_MS)
  return {
    stop() {
      clearInterval(timer)
      const heapMiB = thirds(looks, runMs, ({ heapBytes }) => heapBytes)
      const residentMiB = thirds(looks, runMs, (look) => look.residentBytes)
      return {
        heapMiB,
        residentMiB,
        heapGrowth: heapMiB[2] / heapMiB[1],
        residentGrowth: residentMiB[2] / residentMiB[1],
      }
    },
  }
}

function thirds(looks: readonly Look[], runMs: number, bytesOf: (look: Look) => number): number[] {
  return [0, 1, 2].map((third) => {
    const some = looks.filter(({ atMs }) => Math.floor((3 * atMs) / runMs) === third)
    return some.reduce((sum, look) => sum + bytesOf(look), 0) / some.length / 1024 ** 2
  })
}

/** Memory of its own (not of files) of the workerd that this process started; Linux only, 0 elsewhere. */
export function residentBytes(): number {
  let bytes = 0
  try {
    for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
      const status = readFileSync(`/proc/${pid}/status`, "utf8")
      if (!status.includes(`PPid:\t${process.pid}\n`) || !status.startsWith("Name:\tworkerd")) continue
      bytes += Number(/RssAnon:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024
    }
  } catch {
    // A process ended while it was looked at, or there is no /proc: the figure says so by being small.
  }
  return bytes
}
