import { type ReactNode, useRef } from "react"

export type FilePickerProps = {
  /** The kinds of files that the browser's dialog shows: endings or media types, as an input's `accept`. */
  accept: string
  /** The field's name for screen readers. */
  label: string
  /** One file unless set. */
  isMultiple?: boolean
  onFiles: (files: File[]) => void
}

/** Returns the browser's own dialog for files: `open` shows it, `input` has to be drawn somewhere. */
export function useFilePicker({ accept, label, isMultiple, onFiles }: FilePickerProps): {
  open: () => void
  input: ReactNode
} {
  const input = useRef<HTMLInputElement>(null)
  return {
    open: () => input.current?.click(),
    input: (
      <input
        ref={input}
        type="file"
        multiple={isMultiple}
        hidden
        accept={accept}
        aria-label={label}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          // The same file may be picked again, corrected or removed from a list.
          event.target.value = ""
          if (files.length > 0) onFiles(files)
        }}
      />
    ),
  }
}
