import type { WritingSettings } from "../../../contract/delivery/writing.ts"
import type { AttemptRow } from "../prints/attempt-rows.ts"
import { formatsOf } from "../prints/sheet-files.ts"

/** Returns the settings that an attempt's own sheets are written with. */
export function writingSettingsOf(attempt: AttemptRow): WritingSettings {
  const { white, contour, fileName, mirror } = attempt
  return { formats: formatsOf(attempt), white, contour, fileName, mirror }
}
