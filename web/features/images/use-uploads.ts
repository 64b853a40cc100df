import { useEffect, useSyncExternalStore } from "react"
import { z } from "zod"
import { uploadedFileSchema } from "../../../contract/image.ts"
import { ApiFailure } from "../../lib/api.ts"
import { apiUpload } from "../../lib/api-upload.ts"
import { refresh } from "../../lib/query-client.ts"
import { coalesce } from "./coalesce.ts"
import { createUploadQueue, type Upload } from "./upload-queue.ts"

/** What the server answers where a file is too large, of no use or damaged. */
const refusals = [413, 415, 422]

/** The page's one queue: uploads go on while the seller looks at other screens. */
export const uploadQueue = createUploadQueue({
  async send({ id, file, target }, options) {
    const form = new FormData()
    form.append("requestKey", id)
    // Before the file, so that the server knows them while the bytes still arrive.
    if (target.imageCategoryId !== null) form.append("imageCategoryId", target.imageCategoryId)
    form.append("score", String(target.score))
    form.append("files", file, file.name)
    const [reply] = await apiUpload("/images/bulk-upload", form, z.array(uploadedFileSchema).min(1), options)
    return reply
  },
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
