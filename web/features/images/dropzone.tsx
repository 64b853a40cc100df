import { Upload } from "lucide-react"
import { type DragEvent, useRef, useState } from "react"
import { texts } from "../../../contract/text.ts"
import { classNames } from "../../lib/class-names.ts"
import { acceptedTypes } from "./upload-rules.ts"

export type DropzoneProps = { onFiles: (files: File[]) => void }

/** Takes files by drop, click or keyboard. Whoever gets them judges them, file by file. */
export function Dropzone({ onFiles }: DropzoneProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)

  function drop(event: DragEvent) {
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
        <span className="text-xs text-ink-3">JPEG, PNG or SVG, up to 100 MB each</span>
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
