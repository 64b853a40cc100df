import type { Destination } from "../../../contract/delivery/destination.ts"
import type { WritingSettings } from "../../../contract/delivery/writing.ts"

/** Returns a destination's settings for files, besides their formats and whether they are mirrored. */
export function writtenAs(
  destination: Destination | null,
): Pick<WritingSettings, "white" | "contour" | "fileName"> {
  if (!destination) return { white: null, contour: null, fileName: null }
  const { white, contour, fileName } = destination
  return {
    white: white.isOn ? { name: white.name, chokePx: white.chokePx } : null,
    contour: contour.isOn ? contour : null,
    fileName,
  }
}
