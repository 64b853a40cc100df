import type { LayoutHost } from "../../../sheet/layout/layout-kernel.ts"
import { openSilhouette, type Silhouette } from "../../../sheet/silhouette.ts"
import { compileKernel } from "../../lib/compile-kernel.ts"
import type { PackAnswer, PackTask } from "./pack-order.ts"
import { planSample } from "./sample-plan.ts"

self.onmessage = async ({ data: { order, pictures } }: MessageEvent<PackTask>) => {
  try {
    const answer = (message: PackAnswer) => self.postMessage(message)
    planSample(order, pictures.map(silhouetteOf), await openKernel(), answer)
    answer(null)
  } catch (error) {
    // Nobody receives a rejection; the page receives an error event.
    self.reportError(error)
  }
}

async function openKernel(): Promise<LayoutHost> {
  const address = new URL("../../../sheet/kernel/build/layout.wasm", import.meta.url)
  return { layoutKernel: await compileKernel(address) }
}

function silhouetteOf({ data, width, height }: ImageData): Silhouette {
  const silhouette = openSilhouette(width, height, true)
  const bytes = new Uint8Array(data.buffer)
  for (let y = 0; y < height; y++) silhouette.push(bytes.subarray(y * width * 4, (y + 1) * width * 4), y)
  return silhouette.finish()
}
