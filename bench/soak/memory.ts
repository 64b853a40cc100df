import { readdirSync, readFileSync } from "node:fs"
import type { HeapWatch } from "../sync/heap.ts"

const LOOK_EVERY_MS = 5_000

type Look = { atMs: number; heapBytes: number; residentBytes: number }
export type MemoryWatch = { stop(): Memory }

/**
 * The mean memory over each third of the run, in MiB, and the last third compared with the second. The
 * first is warm-up.
 *
 * `heap` is the memory that the isolates of the Workers and their hubs hold after garbage collection,
 * buffers included: everything that a module, a hub or an endless request keeps, but nothing that
 * sellers have stored.
 *
 * `resident` is the process's own memory, where a leak outside V8 would show. Most of it is not
 * ours. Two dozen isolates stand in for D1, R2, queues and assets. Each collects garbage only
 * after some megabytes, and the allocator keeps the pages of its busiest moment. So it triples in
 * the first minutes and then levels off. At rest between rounds of 200 acts, the allocator's bytes
 * in use were 92, 109, 98 and 97 MiB, the heaps of all isolates 62, 58, 53 and 62 MiB, and the
 * process 319, 405, 356 and 380 MiB. So neither warm-up nor the end, after the sweeps, compares with
 * the rest: only thirds of the same work do.
 */
export type Memory = { heapMiB: number[]; residentMiB: number[]; heapGrowth: number; residentGrowth: number }

/** Collects the garbage of the Workers' isolates every few seconds and reads the memory still held. */
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

/** Returns the anonymous memory (not files) of this process's workerd; 0 outside Linux. */
export function residentBytes(): number {
  let bytes = 0
  try {
    for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
      const status = readFileSync(`/proc/${pid}/status`, "utf8")
      if (!status.includes(`PPid:\t${process.pid}\n`) || !status.startsWith("Name:\tworkerd")) continue
      bytes += Number(/RssAnon:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024
    }
  } catch {
    // A process ended during the look, or there is no /proc: the figure is small then.
  }
  return bytes
}
