import { useState } from "react"
import type { SheetFormatName } from "../../../contract/delivery/sheet-format.ts"
import { rememberedFormats, rememberFormats } from "./sheet-formats.ts"

type Formats = { chosen: readonly SheetFormatName[]; onChange: (chosen: SheetFormatName[]) => void }

/** Keeps the formats of the next print, beginning with this browser's last choice. */
export function useFormats(): Formats {
  const [chosen, setChosen] = useState(rememberedFormats)
  function onChange(next: SheetFormatName[]) {
    setChosen(next)
    rememberFormats(next)
  }
  return { chosen, onChange }
}
