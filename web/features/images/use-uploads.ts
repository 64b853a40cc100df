import { useSyncExternalStore } from "react"
import { ApiFailure } from "../../lib/api.ts"
import { awaitEnd } from "../../lib/live-progress.ts"
import { refresh } from "../../lib/query-client.ts"
import { drawThumbnail } from "./draw-thumbnail.ts"
import { uploadFile } from "./image-calls.ts"
import { createOwnPictures } from "./own-pictures.ts"
import { isPdf, PdfRefusal, pictureOfPdf } from "./picture-of-pdf.ts"
import { coalesce, createUploadQueue, type Upload, type UploadProgress } from "./upload-queue.ts"

/** The server's statuses for a file that is too large, of no use or damaged. */
const refusals = [413, 415, 422]

/** The pictures for the tiles of uploads, until the server has drawn its own. */
export const ownPictures = createOwnPictures({
  draw: drawThumbnail,
  urlOf: (blob) => URL.createObjectURL(blob),
  revoke: (url) => URL.revokeObjectURL(url),
})

const refreshLibrary = coalesce(() => refresh("images", "image-categories", "statistics"))

/** The page's one queue: uploads continue while the seller looks at other screens. */
export const uploadQueue = createUploadQueue({
  async send(upload, options) {
    const file = isPdf(upload.file) ? await pictureOfPdf(upload.file, options.signal) : upload.file
    return uploadFile({ ...upload, file }, options)
  },
  isRefusal: (error) =>
    error instanceof PdfRefusal || (error instanceof ApiFailure && refusals.includes(error.status)),
  onAdded: ({ id, file }) => ownPictures.add(id, file),
  onCancelled: ({ id }) => ownPictures.drop(id),
  onSent: ({ _id }, { id }) => {
    ownPictures.rename(id, _id)
    awaitEnd(_id)
    return refreshLibrary()
  },
  now: () => performance.now(),
})

/** Returns uploads that run or failed, oldest first; the progress of each comes from `useUploadShare`. */
export function useUploads(): readonly Upload[] {
  return useSyncExternalStore(uploadQueue.subscribe, uploadQueue.uploads)
}

export function useUploadProgress(): UploadProgress {
  return useSyncExternalStore(uploadQueue.subscribeProgress, uploadQueue.progress)
}

export function useUploadShare(id: string): number {
  return useSyncExternalStore(uploadQueue.subscribeProgress, () => uploadQueue.shareOf(id))
}

/** Returns the address of an upload's or image's own picture, or null. */
export function useOwnPicture(id: string): string | null {
  return useSyncExternalStore(ownPictures.subscribe, () => ownPictures.urlOf(id))
}
