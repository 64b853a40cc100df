import { Upload } from "lucide-react"
import { type DragEvent, useState } from "react"
import { classNames } from "../../lib/class-names.ts"
import { type FilePickerProps, useFilePicker } from "./use-file-picker.tsx"

type DropzoneProps = FilePickerProps & {
  idle: string
  /** The text while files are dragged over it. */
  over: string
  /** The accepted kinds of files, in words. */
  note: string
  "data-autofocus"?: true
}

/** Takes files by drop, click or keyboard. The caller checks them. */
export function Dropzone({ idle, over, note, ...props }: DropzoneProps) {
  const { onFiles } = props
  const picker = useFilePicker(props)
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
        data-autofocus={props["data-autofocus"]}
        onClick={picker.open}
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
        <span className="text-base font-[550] text-ink">{isOver ? over : idle}</span>
        <span className="text-xs text-ink-3">{note}</span>
      </button>
      {picker.input}
    </>
  )
}
