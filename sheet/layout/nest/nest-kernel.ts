/** What sheet/kernel/nest.as.ts exports; a search is the address of its block of memory (nest-memory.ts). */
export type NestCalls = {
  memory: WebAssembly.Memory
  heapBase(): number
  relate(search: number): number
  moveAll(search: number, isGlobal: boolean): number
  updateWeights(search: number): void
  place(search: number, item: number, lastPx: number, isByStart: boolean): number
}

/** What the host (Worker, browser or command line) hands in: the compiled sheet/kernel/build/nest.wasm. */
export type NestHost = { nestKernel: WebAssembly.Module }

/** An instance of the kernel. One serves all resolutions of a search in turn, as its memory never shrinks. */
export function openNestKernel(host: NestHost): NestCalls {
  return new WebAssembly.Instance(host.nestKernel, {}).exports as unknown as NestCalls
}
