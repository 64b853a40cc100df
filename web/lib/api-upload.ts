import type { Answer, Route } from "../../contract/route.ts"
import { ApiFailure, apiHeaders, failureOf, parseReply, unreachable } from "./api.ts"

export type UploadOptions = {
  /** Called with the share of the bytes sent, 0..1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/** POSTs a form and reports progress, which fetch cannot. Aborting rejects with code `aborted`. */
export function apiUpload<R extends Route>(
  route: R,
  form: FormData,
  { onProgress, signal }: UploadOptions = {},
): Promise<Answer<R>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(route.method, `/api${route.path}`)
    request.responseType = "json"
    for (const [name, value] of Object.entries(apiHeaders)) request.setRequestHeader(name, value)
    request.upload.onprogress = (event) => {
      if (event.lengthComputable && event.total > 0) onProgress?.(event.loaded / event.total)
    }
    request.onload = () => {
      if (request.status < 200 || request.status > 299)
        return reject(failureOf(request.status, request.response))
      try {
        resolve(parseReply(route, request.response))
      } catch (error) {
        reject(error)
      }
    }
    request.onerror = () => reject(unreachable())
    request.onabort = () => reject(new ApiFailure(0, "aborted", "The upload was stopped."))
    signal?.addEventListener("abort", () => request.abort(), { once: true })
    if (signal?.aborted) return request.abort()
    request.send(form)
  })
}
