/**
 * What sheet/kernel/layout.as.ts exports. A search is the address of its block of memory
 * (search-memory.ts).
 */
export type LayoutKernel = {
  memory: WebAssembly.Memory
  heapBase(): number
  relate(search: number): number
  moveAll(search: number, isGlobal: boolean): number
  swapAll(search: number): void
  updateWeights(search: number): void
  place(search: number, item: number, lastPx: number, isByStart: boolean): number
  /** Packs rectangles; `packing` is laid out by layout/kernel-packer.ts. */
  pack(packing: number, limit: number): number
}

/**
 * What the host (Worker, browser or command line) passes in: compiled
 * sheet/kernel/build/layout.wasm.
 */
export type LayoutHost = { layoutKernel: WebAssembly.Module }

const opened = new WeakMap<LayoutHost, LayoutKernel>()

/**
 * The host's one instance of the kernel. A search never waits, so one instance serves all searches
 * in turn. New instances would pile up, because freed WASM memory returns only when the garbage
 * collector runs.
 */
export function openLayoutKernel(host: LayoutHost): LayoutKernel {
  const known = opened.get(host)
  if (known) return known
  const kernel = new WebAssembly.Instance(host.layoutKernel, {}).exports as unknown as LayoutKernel
  opened.set(host, kernel)
  return kernel
}
