import { findInk } from "../../../sheet/ink/find-ink.ts"
import type { InkLimits } from "../../../sheet/ink/finding.ts"
import { openInkReading } from "../../../sheet/ink/read-ink.ts"
import type { RowSource } from "../../../sheet/raster/artwork.ts"
import type { RasterHost } from "../../../sheet/raster/host.ts"
import { openKernel } from "../../../sheet/raster/raster-kernel.ts"

/** Returns the codes of what the check finds in rows, one pixel of which is so many mm long; with `dpi`, those of their detail, too. */
export async function codesOf(
  rows: RowSource,
  mmPerPx: number,
  limits: InkLimits,
  host: RasterHost,
  dpi: number | null = null,
): Promise<string[]> {
  const kernel = openKernel(host, "ink")
  try {
    const reading = openInkReading(kernel, { ...rows, mmPerPx }, limits)
    await rows.decode(reading.push)
    const facts = { dpi, hasWhite: false, replacedFonts: null, droppedProfile: null, outside: null }
    return findInk(reading.finish(), facts, limits).map(({ code }) => code)
  } finally {
    kernel.close()
  }
}
