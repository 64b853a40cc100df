import { readFileSync } from "node:fs"
import { buildKernels } from "../local/build-kernels.ts"
import type { TextHost } from "../sheet/text/shaper-calls.ts"

/** Opens the text engine's host under Node; kernels are built if missing or stale. */
export async function openTextHost(): Promise<TextHost> {
  await buildKernels()
  const module = (name: string) =>
    new WebAssembly.Module(readFileSync(new URL(`../sheet/kernel/build/${name}.wasm`, import.meta.url)))
  return { shaper: module("harfbuzz"), pen: module("pen") }
}
