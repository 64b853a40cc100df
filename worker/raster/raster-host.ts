import font from "@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf"
import jpegKernel from "../../sheet/kernel/build/jpeg.wasm"
import lcms from "../../sheet/kernel/build/lcms.wasm"
import rasterKernel from "../../sheet/kernel/build/raster.wasm"
import resvg from "../../sheet/kernel/build/resvg.wasm"
import type { RasterHost } from "../../sheet/raster/host.ts"
import { createIsolateLock } from "../isolate/isolate-lock.ts"
import { rest } from "../isolate/rest.ts"
import { createColourHost } from "./colour-host.ts"
import { rasterZlib } from "./raster-zlib.ts"
import { createSvgHost } from "./svg-renderer.ts"

/** The engine's host in the Worker. */
export const rasterHost: RasterHost = {
  ...rasterZlib,
  rasterKernel,
  jpegKernel,
  rest,
  colours: createColourHost(lcms),
  svg: createSvgHost(resvg, new Uint8Array(font)),
}

/** The longest wait; a message that waits longer returns to its queue: another isolate may have room. */
const MAX_WAIT_MS = 3_000

const lock = createIsolateLock({ nowMs: Date.now, wait: (ms) => scheduler.wait(ms) })

/**
 * Runs heavy jobs one at a time: one may take half of the isolate's 128 MB, and queue batches may share
 * an isolate. A job that cannot begin in time throws `BusyError`, with nothing done.
 */
export function runAlone<T>(job: () => Promise<T>, maxWaitMs = MAX_WAIT_MS): Promise<T> {
  return lock(job, maxWaitMs)
}
