import type { LivingFilm } from "./living-film.ts"
import { artwork } from "./sample-film.ts"
import type { OrderLine, SampleOrder } from "./sample-orders.ts"

/** The longer side of the pictures that ink is read from: fine enough for a gap of a quarter inch. */
const DRAWN_PX = 480

/** The pictures of an order's lines, as the engine's thread gets them. */
export type PackTask = { order: SampleOrder; pictures: ImageData[] }
/** A film that is shorter than the one before; null when the engine is done. */
export type PackAnswer = LivingFilm | null

/** Packs an order in a thread of its own, until it is done or the signal ends it. */
export async function packOrder(
  order: SampleOrder,
  onFilm: (film: LivingFilm) => void,
  signal: AbortSignal,
): Promise<void> {
  const pictures: ImageData[] = []
  for (const line of order) {
    if (signal.aborted) return
    pictures.push(await drawPicture(line))
  }
  if (signal.aborted) return
  const worker = new Worker(new URL("./pack-order.worker.ts", import.meta.url), { type: "module" })
  const ended = Promise.withResolvers<void>()
  signal.addEventListener("abort", () => ended.resolve())
  worker.onmessage = ({ data }: MessageEvent<PackAnswer>) => (data === null ? ended.resolve() : onFilm(data))
  worker.onerror = () => ended.reject(new Error("the engine's thread has failed"))
  const task: PackTask = { order, pictures }
  worker.postMessage(
    task,
    pictures.map(({ data }) => data.buffer),
  )
  try {
    await ended.promise
  } finally {
    worker.terminate()
  }
}

/** Draws an artwork small. Browsers draw an SVG only in a page. */
async function drawPicture({ design, width, height }: OrderLine): Promise<ImageData> {
  const picture = new Image()
  picture.src = artwork[design]
  await picture.decode()
  const scale = DRAWN_PX / Math.max(width, height)
  const canvas = document.createElement("canvas")
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const context = canvas.getContext("2d", { willReadFrequently: true })
  if (context === null) throw new Error("the browser draws no pictures")
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return context.getImageData(0, 0, canvas.width, canvas.height)
}
