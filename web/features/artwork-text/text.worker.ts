import { openLayerDrawer } from "./layer-drawer.ts"
import type { TextTask } from "./text-task.ts"

// Runs off the page's thread, so that a hostile font stops no page. It does one task at a time.
self.onmessage = async ({ data }: MessageEvent<TextTask>) => {
  try {
    self.postMessage(await draw(data))
  } catch (error) {
    // Nobody receives a rejection; the page receives an error event.
    self.reportError(error)
  }
}

async function draw({ canvas, sets }: TextTask) {
  const drawOne = await openLayerDrawer(sets.flat())
  return { sets: sets.map((layers) => layers.map((one) => drawOne(one, canvas))) }
}
