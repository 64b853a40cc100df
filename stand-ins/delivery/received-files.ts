import { createHash } from "node:crypto"

/** A file that a stand-in took. Only small texts have `text`, for tests that read them. */
export type ReceivedFile = { path: string; bytes: number; sha256: string; times: number; text?: string }

const MAX_FILES = 500
const MAX_TEXT_BYTES = 65_536

/** The received files by path; a file that comes again replaces the one before. */
export class ReceivedFiles {
  #files = new Map<string, ReceivedFile>()

  put(path: string, content: Uint8Array, mediaType: string): { isNew: boolean } {
    const before = this.#files.get(path)
    if (this.#files.size >= MAX_FILES) this.#files.clear()
    const isText = mediaType.startsWith("text/") && content.length <= MAX_TEXT_BYTES
    this.#files.set(path, {
      path,
      bytes: content.length,
      sha256: createHash("sha256").update(content).digest("hex"),
      times: (before?.times ?? 0) + 1,
      ...(isText ? { text: new TextDecoder().decode(content) } : {}),
    })
    return { isNew: before === undefined }
  }

  remove(path: string): boolean {
    return this.#files.delete(path)
  }

  list(): ReceivedFile[] {
    return [...this.#files.values()]
  }
}
