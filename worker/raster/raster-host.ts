import font from "@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf"
import jpegKernel from "../../sheet/kernel/build/jpeg.wasm"
import layoutKernel from "../../sheet/kernel/build/layout.wasm"
import rasterKernel from "../../sheet/kernel/build/raster.wasm"
import resvg from "../../sheet/kernel/build/resvg.wasm"
import type { LayoutHost } from "../../sheet/layout/layout-kernel.ts"
import type { RasterHost } from "../../sheet/raster/host.ts"
import { createIsolateLock } from "../isolate/isolate-lock.ts"
import { rasterZlib } from "./raster-zlib.ts"
import { createSvgHost } from "./svg-renderer.ts"

/** What the engine is given in the Worker. */
export const rasterHost: RasterHost = {
  ...rasterZlib,
  rasterKernel,
  jpegKernel,
  svg: createSvgHost(resvg, new Uint8Array(font)),
}

/** What nesting is given in the Worker. */
export const layoutHost: LayoutHost = { layoutKernel }

/** A message that waits longer is better off in its queue: another isolate may have room for it. */
const MAX_WAIT_MS = 3_000

const lock = createIsolateLock({ nowMs: Date.now, wait: (ms) => scheduler.wait(ms) })

/**
 * Runs one heavy job after the other: a job may take half of the isolate's 128 MB, and queue batches can reach the same
 * isolate at the same time. Where it cannot begin in time it throws `BusyError`, and has done nothing.
 */
export function runAlone<T>(job: () => Promise<T>, maxWaitMs = MAX_WAIT_MS): Promise<T> {
  return lock(job, maxWaitMs)
}

/**
 * Passes on what a job computes and, after each piece, lets the isolate's other requests have their turn: a job may
 * compute for seconds between two reads, and the request that cancels it may wait in the same isolate.
 */
export async function* takingTurns(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  for await (const piece of pieces) {
    yield piece
    await scheduler.wait(0)
  }
}
