import type { InSteps } from "../in-steps.ts"

/**
 * The exports of sheet/kernel/layout.as.ts. A search is the address of its block of memory
 * (search-memory.ts).
 */
export type LayoutKernel = {
  memory: WebAssembly.Memory
  heapBase(): number
  relate(search: number): number
  moveAll(search: number, isGlobal: boolean): number
  swapAll(search: number): number
  updateWeights(search: number): void
  place(search: number, item: number, lastPx: number, isByStart: boolean): number
  /** Packs rectangles; `packing` is laid out by layout/kernel-packer.ts. */
  pack(packing: number, limit: number): number
}

/** The host's part (Worker, browser or command line): compiled sheet/kernel/build/layout.wasm. */
export type LayoutHost = { layoutKernel: WebAssembly.Module }

const idle = new WeakMap<LayoutHost, LayoutKernel>()

export function makeLayoutKernel({ layoutKernel }: LayoutHost): LayoutKernel {
  return new WebAssembly.Instance(layoutKernel, {}).exports as unknown as LayoutKernel
}

/**
 * Runs one search in an instance of the kernel that it has for itself, because others may run while
 * it pauses. One instance stays with the host for the next search. New ones would pile up: freed
 * WASM memory returns only when the garbage collector runs.
 */
export function* inLayoutKernel<T>(
  host: LayoutHost,
  search: (kernel: LayoutKernel) => InSteps<T>,
): InSteps<T> {
  const kernel = idle.get(host) ?? makeLayoutKernel(host)
  idle.delete(host)
  try {
    return yield* search(kernel)
  } finally {
    idle.set(host, kernel)
  }
}
