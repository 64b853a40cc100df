import { openDiffusion } from "./diffusion.ts"
import { openScreen } from "./halftone-screen.ts"
import type { MendStep } from "./mend.ts"
import { dotSoft } from "./soft-rows.ts"

/** The way around a pixel of a soft area that is soft too, as in the check of ink. */
const SOFT_MM = 0.2

/**
 * Makes soft ink of solid dots, lines or diffused squares, on the print's own pixels: alpha is 0 or 255 everywhere.
 * Colours stay. What is solid stays solid, and the smoothed edge of something solid is cut at its half.
 */
export const halftone: MendStep<"halftone"> = async (source, mend, { mmPerPx }) => {
  const linesPerPx = (mend.linesPerInch * mmPerPx) / 25.4
  const dotting =
    mend.shape === "diffusion"
      ? openDiffusion(source, linesPerPx)
      : openScreen(source, mend.shape, linesPerPx, mend.angle)
  return dotSoft(source, Math.max(1, Math.round(SOFT_MM / mmPerPx)), dotting)
}
