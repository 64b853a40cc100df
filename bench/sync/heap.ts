/**
 * The JavaScript heap of one isolate of the local runtime, read through V8's inspector protocol.
 */
export type HeapWatch = {
  readBytes(): Promise<number>
  /** Runs V8's garbage collection, so the next reading counts only memory in use. */
  collect(): Promise<void>
  close(): void
}

/**
 * Watches an isolate's heap. `usedSize` counts allocations not yet collected; buffers outside the heap
 * are counted too.
 */
export async function watchHeap(inspectorPort: number, worker: string): Promise<HeapWatch> {
  const response = await fetch(`http://127.0.0.1:${inspectorPort}/json`)
  const targets = (await response.json()) as { id: string; webSocketDebuggerUrl: string }[]
  const target = targets.find(({ id }) => id === worker || id.endsWith(`:${worker}`))
  if (!target) throw new Error(`no isolate of ${worker} can be looked into`)
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  const waiting = new Map<number, (result: unknown) => void>()
  let asked = 0
  socket.onmessage = ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id?: number; result?: unknown }
    if (id !== undefined && result) waiting.get(id)?.(result)
    if (id !== undefined) waiting.delete(id)
  }
  const ask = (method: string) => {
    asked += 1
    const id = asked
    return new Promise<unknown>((resolve) => {
      waiting.set(id, resolve)
      socket.send(JSON.stringify({ id, method }))
    })
  }
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve()
    socket.onerror = () => reject(new Error("the inspector does not answer"))
  })
  return {
    async readBytes() {
      const { usedSize, backingStorageSize } = (await ask("Runtime.getHeapUsage")) as HeapUsage
      return usedSize + (backingStorageSize ?? 0)
    },
    async collect() {
      await ask("HeapProfiler.collectGarbage")
    },
    close: () => socket.close(),
  }
}

/** Watches several isolates as one. */
export async function watchHeaps(inspectorPort: number, workers: readonly string[]): Promise<HeapWatch> {
  const heaps = await Promise.all(workers.map((worker) => watchHeap(inspectorPort, worker)))
  return {
    async readBytes() {
      const sizes = await Promise.all(heaps.map((heap) => heap.readBytes()))
      return sizes.reduce((sum, size) => sum + size, 0)
    },
    async collect() {
      await Promise.all(heaps.map((heap) => heap.collect()))
    },
    close() {
      for (const heap of heaps) heap.close()
    },
  }
}

type HeapUsage = { usedSize: number; backingStorageSize?: number }
