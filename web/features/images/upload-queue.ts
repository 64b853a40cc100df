import type { UploadedFile } from "../../../contract/image.ts"

/** Files on the wire at once: enough to fill the line, few enough that each bar moves. */
export const MAX_PARALLEL_UPLOADS = 3
/** Files waiting at once. A larger drop is cut, and said so. */
export const MAX_QUEUED_UPLOADS = 1_000

type UploadTarget = { imageCategoryId: string | null; score: number }

/** `sent`: on the server, which reads it now. `failed`: may be retried. `refused`: never taken. */
type UploadState = "waiting" | "sending" | "sent" | "failed" | "refused"

export type Upload = {
  /** A UUID. A retry sends it again, so that an upload whose reply was lost is not made twice. */
  id: string
  file: File
  target: UploadTarget
  state: UploadState
  /** Share of the bytes sent, 0 to 1. */
  share: number
  /** Why it failed or was refused; "" otherwise. */
  message: string
  /** What it became, once the server has it. */
  imageId: string | null
}

export type SendFile = (
  upload: Upload,
  options: { onProgress: (share: number) => void; signal: AbortSignal },
) => Promise<UploadedFile>

type UploadQueue = {
  /** Queues files; answers how many did not fit. */
  add(files: readonly File[], target: UploadTarget): number
  retry(id: string): void
  /** Stops it wherever it is and forgets it. */
  cancel(id: string): void
  subscribe(listener: () => void): () => void
  /** The same array until something changes. */
  uploads(): readonly Upload[]
}

type UploadQueueHost = {
  send: SendFile
  /** Whether what went wrong is the file's fault, so that sending it again is no use. */
  isRefusal: (error: unknown) => boolean
  /** Fetches the list again after a file was sent; then the upload leaves the queue. */
  onSent: (reply: UploadedFile) => Promise<void>
}

/** Sends files one call each, a few at a time and in order; one that fails holds up no other. */
export function createUploadQueue(host: UploadQueueHost): UploadQueue {
  let list: readonly Upload[] = []
  const listeners = new Set<() => void>()
  const running = new Map<string, AbortController>()

  function publish(next: readonly Upload[]) {
    list = next
    for (const listener of listeners) listener()
  }

  function change(id: string, part: Partial<Upload>) {
    publish(list.map((upload) => (upload.id === id ? { ...upload, ...part } : upload)))
  }

  function forget(id: string) {
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
    change(upload.id, { state: "sending", share: 0, message: "" })
    try {
      const reply = await host.send(upload, {
        onProgress: (share) => change(upload.id, { share }),
        signal: abort.signal,
      })
      change(upload.id, { state: "sent", share: 1, imageId: reply._id })
      void host.onSent(reply).finally(() => forget(upload.id))
    } catch (error) {
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

  return {
    add(files, target) {
      const room = MAX_QUEUED_UPLOADS - list.length
      const taken = files.slice(0, Math.max(0, room))
      publish([
        ...list,
        ...taken.map((file): Upload => {
          const id = crypto.randomUUID()
          return { id, file, target, state: "waiting", share: 0, message: "", imageId: null }
        }),
      ])
      startMore()
      return files.length - taken.length
    },
    retry(id) {
      if (list.find((upload) => upload.id === id)?.state !== "failed") return
      change(id, { state: "waiting", share: 0, message: "" })
      startMore()
    },
    cancel(id) {
      running.get(id)?.abort()
      forget(id)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    uploads: () => list,
  }
}

/**
 * Runs `work` one at a time. Calls made during a run share the next one, so that a hundred calls
 * make a handful of runs and each still sees its own change.
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
      // How the earlier run ended is its own callers' business.
      .catch(() => undefined)
      .then(() => {
        following = null
        return start()
      })
    return following
  }
}
