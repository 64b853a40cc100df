import { useEffect, useRef, useState } from "react"
import { texts } from "../../../contract/text.ts"
import { endHint } from "../../lib/hints.ts"

/**
 * Takes files dropped or pasted anywhere on the page. Returns whether some are dragged over it now. Text
 * pasted into a field stays in the field.
 */
export function usePageFiles(onFiles: (files: File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const latest = useRef(onFiles)
  useEffect(() => {
    latest.current = onFiles
  })

  useEffect(() => {
    // Entering a child fires before leaving its parent, so the two are counted against each other.
    let depth = 0
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false
    const onEnter = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      depth += 1
      setIsOver(true)
    }
    const onLeave = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      depth = Math.max(0, depth - 1)
      if (depth === 0) setIsOver(false)
    }
    const onOver = (event: DragEvent) => {
      if (carriesFiles(event)) event.preventDefault()
    }
    const onDrop = (event: DragEvent) => {
      depth = 0
      setIsOver(false)
      if (event.defaultPrevented || !carriesFiles(event)) return
      event.preventDefault()
      take(event.dataTransfer?.files)
    }
    const onPaste = (event: ClipboardEvent) => take(event.clipboardData?.files, () => event.preventDefault())
    const take = (files: FileList | undefined, before = () => {}) => {
      if (!files || files.length === 0) return
      before()
      endHint("drop-files")
      latest.current([...files])
    }
    window.addEventListener("dragenter", onEnter)
    window.addEventListener("dragleave", onLeave)
    window.addEventListener("dragover", onOver)
    window.addEventListener("drop", onDrop)
    window.addEventListener("paste", onPaste)
    return () => {
      window.removeEventListener("dragenter", onEnter)
      window.removeEventListener("dragleave", onLeave)
      window.removeEventListener("dragover", onOver)
      window.removeEventListener("drop", onDrop)
      window.removeEventListener("paste", onPaste)
    }
  }, [])
  return isOver
}

/** Covers the page while files are dragged over it. */
export function DropVeil() {
  return (
    <div className="appear pointer-events-none fixed inset-0 z-30 grid place-items-center bg-scrim p-6">
      <p className="rounded-lg bg-raised px-6 py-5 text-lg font-[620] shadow-float">{texts.dropzoneOver}</p>
    </div>
  )
}
