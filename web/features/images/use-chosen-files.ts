import { useState } from "react"
import { judgeFiles } from "./upload-rules.ts"

export type ChosenFiles = {
  files: readonly File[]
  /** Words for each file that was chosen and cannot be uploaded, oldest first. */
  refusals: readonly string[]
  choose(files: readonly File[]): void
  remove(index: number): void
  /** What was refused is said no longer. */
  forgetRefusals(): void
  clear(): void
}

/** Files that were chosen for upload, judged as they come: what cannot be used is told and never listed. */
export function useChosenFiles(): ChosenFiles {
  const [files, setFiles] = useState<readonly File[]>([])
  const [refusals, setRefusals] = useState<readonly string[]>([])

  async function choose(chosen: readonly File[]) {
    const judged = await judgeFiles(chosen)
    setFiles((before) => [...before, ...judged.good])
    // What is said is of this choice; an older one's words were read.
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
