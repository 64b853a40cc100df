/** The edge of a picture: twice a tile's width, for dense screens. */
const EDGE_PX = 400

// Draws one file at a time, off the page's thread: the caller waits for each answer.
self.onmessage = async ({ data }: MessageEvent<File>) => {
  // A file that the browser cannot decode has no picture; the server says what is wrong with it.
  self.postMessage(await draw(data).catch(() => null))
}

async function draw(file: File): Promise<Blob> {
  const bitmap = await createImageBitmap(file)
  const scale = Math.min(1, EDGE_PX / Math.max(bitmap.width, bitmap.height))
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(bitmap.width * scale)),
    Math.max(1, Math.round(bitmap.height * scale)),
  )
  const context = canvas.getContext("2d")
  if (context) context.imageSmoothingQuality = "high"
  context?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return canvas.convertToBlob({ type: "image/webp", quality: 0.85 })
}
