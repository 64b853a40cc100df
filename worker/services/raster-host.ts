import font from "@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf"
import resvg from "@resvg/resvg-wasm/index_bg.wasm"
import jpegKernel from "../../sheet/kernel/build/jpeg.wasm"
import nestKernel from "../../sheet/kernel/build/nest.wasm"
import rasterKernel from "../../sheet/kernel/build/raster.wasm"
import type { NestHost } from "../../sheet/layout/nest/nest-kernel.ts"
import type { RasterHost } from "../../sheet/raster/types.ts"
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
export const nestHost: NestHost = { nestKernel }

/** A queue batch may run for fifteen minutes; a job this old has lost its isolate's attention for good. */
const MAX_JOB_MS = 15 * 60_000
const POLL_MS = 25

let running: { sinceMs: number } | null = null

/**
 * Runs one heavy job after the other: a job may take half of the isolate's 128 MB, and queue batches can reach the same
 * isolate at the same time. Waits by looking again, because a promise of another request may never settle.
 */
export async function runAlone<T>(job: () => Promise<T>): Promise<T> {
  while (running && Date.now() - running.sinceMs < MAX_JOB_MS) await scheduler.wait(POLL_MS)
  const mine = { sinceMs: Date.now() }
  running = mine
  try {
    return await job()
  } finally {
    if (running === mine) running = null
  }
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
