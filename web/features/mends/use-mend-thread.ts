import { useEffect, useState } from "react"
import { kindOfMedia } from "../../../contract/artwork/artwork-kind.ts"
import type { Image } from "../../../contract/artwork/image.ts"
import { failureWords } from "../../lib/api.ts"
import { fileUrl } from "../../lib/format.ts"
import { drawOriginal } from "./mend-drawing-calls.ts"
import type { OpenedArtwork } from "./mend-task.ts"
import { MendRefusal, type MendThread, openMendThread, Replaced } from "./mend-thread.ts"

/** The largest file that the page reads itself; the press draws a smaller picture of a larger one. */
const MAX_READ_BYTES = 40_000_000

export type OpenThread =
  | { state: "opening" }
  | { state: "open"; thread: MendThread; artwork: OpenedArtwork }
  | { state: "failed"; reason: string }

/** Opens an image's original in a thread of the page. `again` tries once more. */
export function useMendThread(image: Image): OpenThread & { again: () => void } {
  const [opened, setOpened] = useState<OpenThread>({ state: "opening" })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const thread = openMendThread()
    setOpened({ state: "opening" })
    open(thread, image)
      .then((artwork) => setOpened({ state: "open", thread, artwork }))
      .catch((error: unknown) => {
        if (error instanceof Replaced) return
        const reason = error instanceof MendRefusal ? error.message : failureWords(error)
        setOpened({ state: "failed", reason })
      })
    return () => thread.end()
  }, [image._id, attempt])
  return { ...opened, again: () => setAttempt((before) => before + 1) }
}

/** Opens the file itself; the press's picture where the page cannot, or has too much to read. */
async function open(thread: MendThread, image: Image): Promise<OpenedArtwork> {
  const { file, mediaType, bytes } = image
  const media = mediaType === null ? null : kindOfMedia(mediaType)
  if (file !== null && media !== null && media !== "svg" && bytes <= MAX_READ_BYTES) {
    const artwork = await thread.ask({ kind: "open-file", path: fileUrl(file.path), media })
    if (artwork !== null) return artwork
  }
  const drawing = await drawOriginal(image)
  const artwork = await thread.ask({ kind: "open-drawing", drawing, ownWidthPx: image.widthPx ?? 1 })
  if (artwork === null) throw new Error("the press has drawn a picture with a profile")
  return artwork
}
