import { useState } from "react"
import type { SheetFormatName } from "../../../contract/delivery/sheet-format.ts"
import { rememberedFormats, rememberFormats } from "./sheet-formats.ts"

type Formats = { chosen: readonly SheetFormatName[]; onChange: (chosen: SheetFormatName[]) => void }

/** The formats of the next print, as this browser chose them last. */
export function useFormats(): Formats {
  const [chosen, setChosen] = useState(rememberedFormats)
  function onChange(next: SheetFormatName[]) {
    setChosen(next)
    rememberFormats(next)
  }
  return { chosen, onChange }
}
