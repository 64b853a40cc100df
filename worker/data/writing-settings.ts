import type { WritingSettings } from "../../contract/writing.ts"
import type { AttemptRow } from "./attempt-rows.ts"
import { formatsOf } from "./sheet-files.ts"

/** What an attempt's own sheets are written as. */
export function writingSettingsOf(attempt: AttemptRow): WritingSettings {
  const { white, contour, fileName, mirror } = attempt
  return { formats: formatsOf(attempt), white, contour, fileName, mirror }
}
