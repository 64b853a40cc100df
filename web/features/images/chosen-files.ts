import { useState } from "react"
import { artworkKinds, pdfKind } from "../../../contract/artwork/artwork-kind.ts"
import type { RefuseFile } from "./refuse-file.ts"

const kinds = [...Object.values(artworkKinds), pdfKind]

/** The `accept` of file inputs. */
export const acceptedTypes = [
  ...kinds.flatMap(({ endings }) => endings.map((ending) => `.${ending}`)),
  ...kinds.map(({ mediaType }) => mediaType),
].join()

/** The bytes that `refuseFile` reads: an SVG may open with a long comment or doctype. */
const HEAD_BYTES = 4096

/** Separates chosen files into those to upload and the words for each of the others. */
export async function judgeFiles(files: readonly File[]): Promise<{ good: File[]; refusals: string[] }> {
  const { refuseFile } = await import("./refuse-file.ts")
  const words = await Promise.all(files.map((file) => judgeFile(file, refuseFile)))
  return {
    good: files.filter((_file, i) => words[i] === null),
    refusals: words.filter((refusal) => refusal !== null),
  }
}

async function judgeFile(file: File, refuseFile: RefuseFile): Promise<string | null> {
  try {
    const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
    return refuseFile({ name: file.name, bytes: file.size, head })
  } catch {
    // A folder, or a file that is deleted or locked: browsers do not say which.
    return `${file.name} cannot be read: choose it again or, if it is a folder, choose the files inside it`
  }
}

export type ChosenFiles = {
  files: readonly File[]
  /** The words for each chosen file that cannot be uploaded, oldest first. */
  refusals: readonly string[]
  choose(files: readonly File[]): void
  remove(index: number): void
  /** Clears the refusals. */
  forgetRefusals(): void
  clear(): void
}

/** Keeps the files chosen for upload. Each is checked at once; one that cannot be used is never listed. */
export function useChosenFiles(): ChosenFiles {
  const [files, setFiles] = useState<readonly File[]>([])
  const [refusals, setRefusals] = useState<readonly string[]>([])

  async function choose(chosen: readonly File[]) {
    const judged = await judgeFiles(chosen)
    setFiles((before) => [...before, ...judged.good])
    // The words are about this choice; those of an older one were read.
    setRefusals(judged.refusals)
  }

  return {
    files,
    refusals,
    choose: (chosen) => void choose(chosen),
    remove: (index) => setFiles((before) => before.filter((_, i) => i !== index)),
    forgetRefusals: () => setRefusals([]),
    clear() {
      setFiles([])
      setRefusals([])
    },
  }
}
