import { useEffect } from "react"
import { keyName } from "../../lib/key-name.ts"
import { textKeys } from "../../lib/page-keys.ts"
import { useStableCallback } from "../../lib/use-stable-callback.ts"

export type EditorKey = "undo" | "redo" | "save" | "copy"

/**
 * Handles Ctrl or Cmd with Z, Shift Z, Y, S and D, wherever the focus is, but not in a dialog over the page.
 */
export function useEditorKeys(act: (key: EditorKey) => void): void {
  const onKey = useStableCallback((event: KeyboardEvent) => {
    const key = keyOf(event)
    if (key === null || event.defaultPrevented) return
    if (event.target instanceof Element && event.target.closest("[role=dialog]")) return
    event.preventDefault()
    act(key)
  })
  useEffect(() => {
    window.addEventListener("keydown", onKey)
    return () => window.removeEventListener("keydown", onKey)
  }, [onKey])
}

function keyOf({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): EditorKey | null {
  if (!(ctrlKey || metaKey) || altKey) return null
  switch (key.toLowerCase()) {
    case "z":
      return shiftKey ? "redo" : "undo"
    case "y":
      return "redo"
    case "s":
      return "save"
    case "d":
      return "copy"
    default:
      return null
  }
}

/** Returns `Undo (Ctrl Z)`. */
export function withKeys(words: string, command: keyof typeof textKeys): string {
  return `${words} (${textKeys[command].map(keyName).join(" ")})`
}
