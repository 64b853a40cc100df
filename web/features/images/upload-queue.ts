import type { UploadedFile } from "../../../contract/artwork/image.ts"
import { MAX_QUEUED_UPLOADS } from "../../../contract/limit.ts"
import { measurePace } from "./upload-pace.ts"

/** The files sent at once: enough to fill the connection, few enough that each bar moves. */
export const MAX_PARALLEL_UPLOADS = 3

type UploadTarget = { imageCategoryId: string | null; score: number }

/** `sent`: on the server, which processes it now. `failed`: may be retried. `refused`: never accepted. */
type UploadState = "waiting" | "sending" | "sent" | "failed" | "refused"

export type Upload = {
  /** A UUID. A retry sends it again, so that an upload whose reply was lost is not made twice. */
  id: string
  file: File
  target: UploadTarget
  state: UploadState
  /** Why it failed or was refused; "" otherwise. */
  message: string
  /** The image that it became, once the server has it. */
  imageId: string | null
}

export type SendFile = (
  upload: Upload,
  options: { onProgress: (share: number) => void; signal: AbortSignal },
) => Promise<UploadedFile>

/** The progress of all files since the queue was last empty, except cancelled ones. */
export type UploadProgress = {
  files: number
  /** Files on the server, which may still process them. */
  sentFiles: number
  /** Failed files, which stay until they are retried or dismissed; refused ones can only be dismissed. */
  failedFiles: number
  refusedFiles: number
  /** The images that the files became, in the order of sending. */
  imageIds: readonly string[]
  bytes: number
  sentBytes: number
  /** Null while it is unknown. */
  secondsLeft: number | null
}

type UploadQueue = {
  /** Queues files; returns how many did not fit. */
  add(files: readonly File[], target: UploadTarget): number
  retry(id: string): void
  retryFailed(): void
  /** Stops and removes it, wherever it is. */
  cancel(id: string): void
  cancelAll(): void
  /** Reports files that come, go or change their state. */
  subscribe(listener: () => void): () => void
  /** The same array until something changes. */
  uploads(): readonly Upload[]
  /** Reports bytes, too; at most every `TELL_MS`. */
  subscribeProgress(listener: () => void): () => void
  /** The share of a file's bytes that is sent, 0 to 1. */
  shareOf(id: string): number
  /** The same object until something changes. */
  progress(): UploadProgress
}

type UploadQueueHost = {
  send: SendFile
  /** Returns whether the file caused the error, so that sending it again is useless. */
  isRefusal: (error: unknown) => boolean
  onAdded: (upload: Upload) => void
  onCancelled: (upload: Upload) => void
  /** Loads the list again after a file was sent; then the upload leaves the queue. */
  onSent: (reply: UploadedFile, upload: Upload) => Promise<void>
  /** Milliseconds of a clock that never goes back. */
  now: () => number
}

/** The time between reports of bytes: more would draw a hundred tiles for nothing. */
const TELL_MS = 100

/** Sends files one call each, a few at a time and in order; one that fails holds up no other. */
export function createUploadQueue(host: UploadQueueHost): UploadQueue {
  let list: readonly Upload[] = []
  const listeners = new Set<() => void>()
  const progressListeners = new Set<() => void>()
  const running = new Map<string, AbortController>()
  const shares = new Map<string, number>()
  const pace = measurePace(host.now)
  /** The files and bytes that have left the queue since it was last empty. */
  let gone: { imageIds: readonly string[]; bytes: number } = { imageIds: [], bytes: 0 }
  let progress: UploadProgress = { ...noProgress }
  let telling: ReturnType<typeof setTimeout> | undefined

  function publish(next: readonly Upload[]) {
    list = next
    for (const listener of listeners) listener()
    tell()
  }

  function tell() {
    clearTimeout(telling)
    telling = undefined
    progress = summarize()
    for (const listener of progressListeners) listener()
  }

  function summarize(): UploadProgress {
    const count = (wanted: UploadState) => list.filter(({ state }) => state === wanted).length
    const going = list.filter(({ state }) => state !== "failed" && state !== "refused")
    const bytes = gone.bytes + sum(going.map(({ file }) => file.size))
    const sentBytes = gone.bytes + sum(going.map(({ id, file }) => file.size * (shares.get(id) ?? 0)))
    return {
      files: gone.imageIds.length + list.length,
      sentFiles: gone.imageIds.length + count("sent"),
      failedFiles: count("failed"),
      refusedFiles: count("refused"),
      imageIds: [...gone.imageIds, ...list.flatMap(({ imageId }) => imageId ?? [])],
      bytes,
      sentBytes,
      secondsLeft: running.size > 0 ? pace.secondsFor(bytes - sentBytes, sentBytes) : null,
    }
  }

  function change(id: string, part: Partial<Upload>) {
    publish(list.map((upload) => (upload.id === id ? { ...upload, ...part } : upload)))
  }

  function forget(id: string) {
    shares.delete(id)
    publish(list.filter((upload) => upload.id !== id))
  }

  function startMore() {
    for (const upload of list) {
      if (running.size >= MAX_PARALLEL_UPLOADS) return
      if (upload.state === "waiting" && !running.has(upload.id)) void run(upload)
    }
  }

  async function run(upload: Upload) {
    const abort = new AbortController()
    running.set(upload.id, abort)
    change(upload.id, { state: "sending", message: "" })
    try {
      const reply = await host.send(upload, {
        onProgress: (share) => {
          shares.set(upload.id, share)
          telling ??= setTimeout(tell, TELL_MS)
        },
        signal: abort.signal,
      })
      shares.set(upload.id, 1)
      change(upload.id, { state: "sent", imageId: reply._id })
      void host.onSent(reply, upload).finally(() => {
        gone = { imageIds: [...gone.imageIds, reply._id], bytes: gone.bytes + upload.file.size }
        forget(upload.id)
      })
    } catch (error) {
      shares.delete(upload.id)
      if (!abort.signal.aborted) {
        change(upload.id, {
          state: host.isRefusal(error) ? "refused" : "failed",
          message: error instanceof Error ? error.message : String(error),
        })
      }
    } finally {
      running.delete(upload.id)
      startMore()
    }
  }

  function retry(isAsked: (upload: Upload) => boolean) {
    publish(
      list.map((upload) =>
        upload.state === "failed" && isAsked(upload) ? { ...upload, state: "waiting", message: "" } : upload,
      ),
    )
    startMore()
  }

  /** A file that is already on the server stays there. */
  function cancel(isAsked: (upload: Upload) => boolean) {
    const cancelled = list.filter((upload) => upload.state !== "sent" && isAsked(upload))
    for (const { id } of cancelled) shares.delete(id)
    publish(list.filter((upload) => !cancelled.includes(upload)))
    for (const upload of cancelled) {
      running.get(upload.id)?.abort()
      host.onCancelled(upload)
    }
  }

  return {
    add(files, target) {
      if (list.length === 0) {
        gone = { imageIds: [], bytes: 0 }
        pace.restart()
      }
      const room = MAX_QUEUED_UPLOADS - list.length
      const taken = files.slice(0, Math.max(0, room))
      const added = taken.map((file): Upload => {
        return { id: crypto.randomUUID(), file, target, state: "waiting", message: "", imageId: null }
      })
      publish([...list, ...added])
      for (const upload of added) host.onAdded(upload)
      startMore()
      return files.length - taken.length
    },
    retry: (id) => retry((upload) => upload.id === id),
    retryFailed: () => retry(() => true),
    cancel: (id) => cancel((upload) => upload.id === id),
    cancelAll: () => cancel(() => true),
    subscribe: (listener) => join(listeners, listener),
    uploads: () => list,
    subscribeProgress: (listener) => join(progressListeners, listener),
    shareOf: (id) => shares.get(id) ?? 0,
    progress: () => progress,
  }
}

const noProgress: UploadProgress = {
  files: 0,
  sentFiles: 0,
  failedFiles: 0,
  refusedFiles: 0,
  imageIds: [],
  bytes: 0,
  sentBytes: 0,
  secondsLeft: null,
}

function join(listeners: Set<() => void>, listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/**
 * Runs `work` one at a time. Calls made during a run share the next one, so that a hundred calls make a
 * handful of runs and each still sees its own change.
 */
export function coalesce(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let following: Promise<void> | null = null

  function start(): Promise<void> {
    running = work().finally(() => {
      running = null
    })
    return running
  }

  return () => {
    if (running === null) return start()
    following ??= running
      // The earlier run's own callers handle how it ended.
      .catch(() => undefined)
      .then(() => {
        following = null
        return start()
      })
    return following
  }
}
