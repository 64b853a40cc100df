/** The largest file that is decoded: more memory is not worth a picture shown for some seconds. */
const MAX_DRAWN_BYTES = 40_000_000
/** The idle time after which the thread is ended. */
const IDLE_MS = 5_000

let thread: Worker | null = null
let idling: ReturnType<typeof setTimeout> | undefined

/** Draws a small picture of an image file off the page's thread; null if none can be made. */
export function drawThumbnail(file: File): Promise<Blob | null> {
  // Browsers draw an SVG only in a page, and as fast as any picture of it.
  if (file.type === "image/svg+xml" || file.name.toLowerCase().endsWith(".svg"))
    return Promise.resolve(file.slice(0, file.size, "image/svg+xml"))
  if (file.size > MAX_DRAWN_BYTES || !("OffscreenCanvas" in window)) return Promise.resolve(null)
  clearTimeout(idling)
  thread ??= new Worker(new URL("./thumbnail.worker.ts", import.meta.url), { type: "module" })
  const asked = thread
  return new Promise<Blob | null>((resolve, reject) => {
    asked.onmessage = ({ data }: MessageEvent<Blob | null>) => resolve(data)
    asked.onerror = () => reject(new Error("the thread for pictures has failed"))
    asked.postMessage(file)
  }).finally(() => {
    idling = setTimeout(() => {
      thread?.terminate()
      thread = null
    }, IDLE_MS)
  })
}
