import { useEffect, useSyncExternalStore } from "react"
import { ApiFailure } from "../../lib/api.ts"
import { refresh } from "../../lib/query-client.ts"
import { uploadFile } from "./image-calls.ts"
import { coalesce, createUploadQueue, type Upload } from "./upload-queue.ts"

/** What the server answers where a file is too large, of no use or damaged. */
const refusals = [413, 415, 422]

/** The page's one queue: uploads go on while the seller looks at other screens. */
export const uploadQueue = createUploadQueue({
  send: uploadFile,
  isRefusal: (error) => error instanceof ApiFailure && refusals.includes(error.status),
  onSent: coalesce(() => refresh("images", "image-categories", "statistics")),
})

/** Uploads under way or failed, oldest first. Leaving the page while some run asks first. */
export function useUploads(): readonly Upload[] {
  const uploads = useSyncExternalStore(uploadQueue.subscribe, uploadQueue.uploads)
  const isRunning = uploads.some((upload) => upload.state === "waiting" || upload.state === "sending")
  useEffect(() => {
    if (!isRunning) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener("beforeunload", ask)
    return () => window.removeEventListener("beforeunload", ask)
  }, [isRunning])
  return uploads
}
