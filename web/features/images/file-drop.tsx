import { Upload } from "lucide-react"
import { type DragEvent as ReactDragEvent, useEffect, useRef, useState } from "react"
import { MAX_UPLOAD_BYTES } from "../../../contract/limit.ts"
import { texts } from "../../../contract/text.ts"
import { classNames } from "../../lib/class-names.ts"
import { formatBytes } from "../../lib/format.ts"
import { acceptedTypes } from "./chosen-files.ts"

type DropzoneProps = { onFiles: (files: File[]) => void }

/** Takes files by drop, click or keyboard. Whoever gets them judges them, file by file. */
export function Dropzone({ onFiles }: DropzoneProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)

  function drop(event: ReactDragEvent) {
    event.preventDefault()
    event.stopPropagation()
    setIsOver(false)
    const files = [...event.dataTransfer.files]
    if (files.length > 0) onFiles(files)
  }

  return (
    <>
      <button
        type="button"
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
        className={classNames(
          "flex w-full flex-col items-center justify-center gap-2 rounded-md border border-line-strong border-dashed px-4 py-8 text-center transition-colors duration-[120ms]",
          isOver ? "border-accent bg-accent-soft text-accent-ink" : "text-ink-2 hover:bg-hover",
        )}
      >
        <Upload aria-hidden="true" className="size-6" />
        <span className="text-base font-[550] text-ink">
          {isOver ? texts.dropzoneOver : texts.dropzoneIdle}
        </span>
        <span className="text-xs text-ink-3">
          JPEG, PNG or SVG, up to {formatBytes(MAX_UPLOAD_BYTES)} each
        </span>
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={acceptedTypes}
        aria-label="Files"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          // The same file may be picked again after it was taken off the list.
          event.target.value = ""
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}

/**
 * Takes files dropped or pasted anywhere on the page, and answers whether some are dragged over it
 * now. Text pasted into a field stays with the field.
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

/** Over the page while files hang above it. */
export function DropVeil() {
  return (
    <div className="appear pointer-events-none fixed inset-0 z-30 grid place-items-center bg-scrim p-6">
      <p className="rounded-lg bg-raised px-6 py-5 text-lg font-[620] shadow-float">{texts.dropzoneOver}</p>
    </div>
  )
}
