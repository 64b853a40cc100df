import { ArtworkError, type ByteSource, type Picture } from "../../../sheet/raster/artwork.ts"
import type { RasterHost } from "../../../sheet/raster/host.ts"
import { inkOf } from "../../../sheet/raster/picture-ink.ts"
import { compileKernel } from "../../lib/compile-kernel.ts"
import { layDrawnTexts } from "./lay-drawn-texts.ts"
import {
  type Artwork,
  type MendedPicture,
  type MendWish,
  openForScreen,
  openMendPictures,
} from "./mend-pictures.ts"
import type { MendAnswer, MendAnswers, MendTask, OpenedArtwork, ShownPicture } from "./mend-task.ts"

let host: Promise<RasterHost> | undefined
let draw: ((wish: MendWish) => Promise<MendedPicture>) | undefined
let shown: Picture | undefined

// Runs the press's own engine off the page's thread, one task at a time.
self.onmessage = async ({ data }: MessageEvent<MendTask>) => {
  try {
    const answer = await work(data)
    self.postMessage({ answer } satisfies MendAnswer, { transfer: bitmapsOf(answer) })
  } catch (error) {
    if (error instanceof ArtworkError) self.postMessage({ refusal: error.message } satisfies MendAnswer)
    // Nobody receives a rejection; the page receives an error event.
    else self.reportError(error)
  }
}

async function work(task: MendTask): Promise<MendAnswers[MendTask["kind"]]> {
  switch (task.kind) {
    case "open-file": {
      const response = await fetch(task.path)
      if (!response.ok) throw new Error(`the artwork's file answered ${response.status}`)
      return begin(await openForScreen(sourceOf(await response.blob()), task.media, await openHost()))
    }
    case "open-drawing": {
      const drawn = await openForScreen(sourceOf(task.drawing), "png", await openHost())
      return begin(drawn && { ...drawn, ownWidthPx: task.ownWidthPx })
    }
    case "draw":
      return drawn(task.wish)
    case "look":
      return colourAt(task)
    case "take": {
      const taken = await openForScreen(sourceOf(task.drawing), "png", await openHost())
      if (!taken) throw new Error("the press has drawn a picture with a profile")
      return { bitmap: await bitmapOf(taken.picture), ink: inkOf(taken.picture) }
    }
  }
}

async function begin(artwork: Artwork | null): Promise<OpenedArtwork | null> {
  shown = undefined
  draw = artwork ? openMendPictures(artwork, await openHost(), layDrawnTexts) : undefined
  if (!artwork) return null
  const { widthPx, heightPx } = artwork.picture
  return { widthPx, heightPx, ownWidthPx: artwork.ownWidthPx }
}

async function drawn(wish: MendWish): Promise<MendAnswers["draw"]> {
  if (!draw) throw new Error("no artwork is open")
  const { before, after, scale, ink } = await draw(wish)
  const own = shown === before ? null : await bitmapOf(before)
  const bitmap = await bitmapOf(after)
  shown = before
  return { before: own, after: { bitmap, ink }, scale }
}

function colourAt({ x, y }: { x: number; y: number }): string | null {
  if (!shown) return null
  const { widthPx, heightPx, rgba } = shown
  const column = Math.max(0, Math.min(widthPx - 1, Math.floor((x / 1000) * widthPx)))
  const row = Math.max(0, Math.min(heightPx - 1, Math.floor((y / 1000) * heightPx)))
  const [red, green, blue, alpha] = rgba.subarray((row * widthPx + column) * 4)
  if (alpha === 0) return null
  return `#${[red, green, blue].map((level) => level.toString(16).padStart(2, "0")).join("")}`
}

function bitmapOf({ widthPx, heightPx, rgba }: Picture): Promise<ImageBitmap> {
  const pixels = new Uint8ClampedArray(rgba.buffer as ArrayBuffer, rgba.byteOffset, rgba.byteLength)
  return createImageBitmap(new ImageData(pixels, widthPx, heightPx))
}

function bitmapsOf(answer: unknown): ImageBitmap[] {
  if (typeof answer !== "object" || answer === null) return []
  return Object.values(answer as Partial<MendAnswers["draw"] & ShownPicture>).flatMap((part) =>
    part instanceof ImageBitmap ? [part] : bitmapsOf(part),
  )
}

function sourceOf(file: Blob): ByteSource {
  return async (fromByte = 0) => file.slice(fromByte).stream()
}

/** Compiles the kernels once; a failure is tried again with the next task. */
function openHost(): Promise<RasterHost> {
  host ??= Promise.all([
    compileKernel(new URL("../../../sheet/kernel/build/raster.wasm", import.meta.url)),
    compileKernel(new URL("../../../sheet/kernel/build/jpeg.wasm", import.meta.url)),
  ])
    .then(([rasterKernel, jpegKernel]) => ({
      rasterKernel,
      jpegKernel,
      deflateRaw: () => {
        throw new Error("the page writes no pictures")
      },
      // Profiles with tables are the press's: it has littleCMS.
      colours: { open: () => null, openProof: () => null },
    }))
    .catch((error: unknown) => {
      host = undefined
      throw error
    })
  return host
}
