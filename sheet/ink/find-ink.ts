import {
  type InkFinding,
  type InkLimits,
  type InkMend,
  type InkPlace,
  type InkSeverity,
  inkCodes,
} from "./finding.ts"
import type { OutsideInk } from "./outside-ink.ts"
import type { Places } from "./places.ts"
import { placeOf } from "./places.ts"
import type { InkReading } from "./read-ink.ts"

/** Pixels of artwork per printed inch below which a print may look soft, and will. */
const LOW_DPI = 200
const VERY_LOW_DPI = 150
/** The shares of soft ink that may show and that will. */
const SOFT_SHARE = 0.02
const VERY_SOFT_SHARE = 0.15
/** The shares of ink that a press cannot mix which are worth knowing, and which may show. */
const OUTSIDE_SHARE = 0.02
const VERY_OUTSIDE_SHARE = 0.15
/** The share of the outline with a rim from which it is a halo. */
const HALO_SHARE = 0.35
/** The pixels of a picture's finest detail from which it was enlarged. */
const ENLARGED = 1.9
/** The share of the ink's box from which ink is a rectangle. */
const RECTANGLE_SHARE = 0.998
/** Strokes, gaps and dots below this share of their limit will show. */
const FAR_BELOW = 0.5
/** The addition of a mend to a limit, so that its result is not found again. */
const BEYOND_MM = 0.05
/** The darkest channel of a white, and the lightest of a black. */
const WHITE_LEAST = 235
const BLACK_MOST = 20

/** The facts about an artwork that its rows do not tell. */
export type InkFacts = {
  /** Artwork pixels per printed inch; null for vector artwork, which has no pixels. */
  dpi: number | null
  /** The pixels that were read for each of these, which is 1 or more; 1 unless it was resampled for the print. */
  enlarged?: number
  /** True where white is printed beneath the colours. */
  hasWhite: boolean
  /** The fonts that text should be drawn in and is not, as far as they are known; null if all text is in its own. */
  replacedFonts: readonly string[] | null
  /** Why a colour profile was left out, in whole sentences; null if none was. */
  droppedProfile: string | null
  /** What the press cannot mix; null if no profile of it is known, or nothing prints by that. */
  outside: OutsideInk | null
}

/** Words for a length in mm. */
export type MmText = (mm: number) => string

/**
 * Returns the findings of a reading, the worst first, in the order of `inkCodes` among equals. `limits` are
 * those that it was read with.
 */
export function findInk(
  reading: InkReading,
  facts: InkFacts,
  limits: InkLimits,
  text: MmText = mmText,
): InkFinding[] {
  const findings = [
    whiteBox(reading, text),
    softAlpha(reading),
    halo(reading),
    ...thinParts(reading, limits, text),
    ...dots(reading, limits, text),
    lowDpi(facts),
    upscaled(reading, facts),
    cutEdge(reading, text),
    heavyInk(reading, facts, limits),
    outOfGamut(facts),
    fontReplaced(facts),
    profileDropped(facts),
  ].filter((finding) => finding !== null)
  const weight: Record<InkSeverity, number> = { bad: 0, warn: 1, note: 2 }
  return findings.toSorted(
    (a, b) => weight[a.severity] - weight[b.severity] || inkCodes.indexOf(a.code) - inkCodes.indexOf(b.code),
  )
}

function whiteBox({ border, grid }: InkReading, text: MmText): InkFinding | null {
  if (!border) return null
  const { box, colour } = border
  const [widthMm, heightMm] = [box.right - box.left, box.bottom - box.top].map((px) => px * grid.mmPerPx)
  const channels = [colour & 255, (colour >> 8) & 255, colour >> 16]
  const isWhite = Math.min(...channels) >= WHITE_LEAST
  const isBlack = Math.max(...channels) <= BLACK_MOST
  const name = isWhite ? "white" : isBlack ? "black" : "one-coloured"
  return {
    code: "white-box",
    severity: isWhite || isBlack ? "bad" : "warn",
    figure: rounded(Math.max(widthMm, heightMm)),
    limit: 0,
    unit: "mm",
    count: 1,
    places: [placeOf(box, grid)],
    text: `There is a ${name} box around the art, ${text(widthMm)} × ${text(heightMm)}. It prints with it.`,
    mends: [
      {
        kind: "remove-background",
        from: "edges",
        colour: hex(channels),
        tolerance: isWhite || isBlack ? 6 : 8,
      },
    ],
  }
}

function softAlpha({ soft, grid }: InkReading): InkFinding | null {
  if (soft.share < SOFT_SHARE) return null
  return {
    code: "soft-alpha",
    severity: soft.share >= VERY_SOFT_SHARE ? "bad" : "warn",
    figure: percent(soft.share),
    limit: percent(SOFT_SHARE),
    unit: "percent",
    ...placesOf(soft.places, grid),
    text: `${percent(soft.share)} % of the ink is half transparent. White shows through it.`,
    mends: [
      { kind: "harden", threshold: 128 },
      { kind: "halftone", shape: "dot", linesPerInch: 45, angle: 22.5 },
    ],
  }
}

function halo({ halo, grid }: InkReading): InkFinding | null {
  if (!halo || halo.share < HALO_SHARE) return null
  const channels = [halo.colour & 255, (halo.colour >> 8) & 255, halo.colour >> 16]
  return {
    code: "halo",
    severity: halo.share >= 2 * HALO_SHARE ? "bad" : "warn",
    figure: percent(halo.share),
    limit: percent(HALO_SHARE),
    unit: "percent",
    ...placesOf(halo.places, grid),
    text: `${percent(halo.share)} % of the outline has a rim in the colour of a removed background, ${hex(channels)}.`,
    mends: [
      { kind: "choke", mm: 0.2 },
      { kind: "harden", threshold: 128 },
    ],
  }
}

function thinParts(
  { strokes, gaps, grid }: InkReading,
  limits: InkLimits,
  text: MmText,
): (InkFinding | null)[] {
  return (
    [
      ["thin-stroke", strokes, limits.minStrokeMm],
      ["thin-gap", gaps, limits.minGapMm],
    ] as const
  ).map(([code, { places, leastMm, count }, limit]) => {
    if (places.count() === 0) return null
    const isStroke = code === "thin-stroke"
    const mends: InkMend[] = isStroke ? [{ kind: "thicken", mm: rounded(limit + BEYOND_MM) }] : []
    return {
      code,
      severity: isStroke && leastMm < FAR_BELOW * limit ? "bad" : "warn",
      figure: rounded(leastMm),
      limit,
      unit: "mm",
      ...placesOf(places, grid),
      count,
      text: isStroke
        ? `Strokes are as thin as ${text(leastMm)} in ${placesText(count)}. They may not stick.`
        : `Gaps are as narrow as ${text(leastMm)} in ${placesText(count)}. They may close.`,
      mends,
    }
  })
}

function dots(
  { specks, pinholes, grid }: InkReading,
  limits: InkLimits,
  text: MmText,
): (InkFinding | null)[] {
  const limit = limits.minSpeckMm
  return (
    [
      ["speck", specks],
      ["pinhole", pinholes],
    ] as const
  ).map(([code, { places, largestMm }]) => {
    const count = places.count()
    if (count === 0) return null
    const isSpeck = code === "speck"
    const name = isSpeck ? "speck" : "pinhole"
    return {
      code,
      severity: "warn",
      figure: rounded(largestMm),
      limit,
      unit: "mm",
      ...placesOf(places, grid),
      text: `${count} ${name}${count === 1 ? "" : "s"}, up to ${text(largestMm)}. ${isSpeck ? "They may not stick." : "They may close, or show as dots."}`,
      mends: [{ kind: isSpeck ? "drop-specks" : "fill-pinholes", mm: limit }],
    }
  })
}

function lowDpi({ dpi }: InkFacts): InkFinding | null {
  if (dpi === null || dpi >= LOW_DPI) return null
  const isVeryLow = dpi < VERY_LOW_DPI
  return {
    code: "low-dpi",
    severity: isVeryLow ? "bad" : "warn",
    figure: Math.floor(dpi),
    limit: LOW_DPI,
    unit: "dpi",
    count: 1,
    places: [],
    text: `It prints at ${Math.floor(dpi)} DPI. It ${isVeryLow ? "will" : "may"} look soft.`,
    mends: [{ kind: "enlarge", method: "edges" }],
  }
}

function upscaled({ detail }: InkReading, { dpi, enlarged = 1 }: InkFacts): InkFinding | null {
  const pixels = detail.pixels / enlarged
  if (dpi === null || pixels < ENLARGED) return null
  const detailDpi = Math.floor(dpi / pixels)
  if (detailDpi >= LOW_DPI) return null
  return {
    code: "upscaled",
    severity: detailDpi < VERY_LOW_DPI ? "bad" : "warn",
    figure: detailDpi,
    limit: LOW_DPI,
    unit: "dpi",
    count: 1,
    places: [],
    text: `It was enlarged: its detail is that of ${detailDpi} DPI, its pixels ${Math.floor(dpi)}. It will look soft.`,
    mends: [{ kind: "enlarge", method: "edges" }],
  }
}

function cutEdge({ cuts, grid, border, soft }: InkReading, text: MmText): InkFinding | null {
  // A rectangle ends where it was drawn to end.
  const isRectangle = border !== null || coverOf(soft) >= RECTANGLE_SHARE
  if (cuts.places.count() === 0 || isRectangle) return null
  return {
    code: "cut-edge",
    severity: "warn",
    figure: rounded(cuts.longestMm),
    limit: 0,
    unit: "mm",
    ...placesOf(cuts.places, grid),
    text: `The ink ends at the picture's border along ${text(cuts.lengthMm)}, as if it were cut off.`,
    mends: [],
  }
}

function heavyInk(
  { soft, grid }: InkReading,
  { hasWhite }: InkFacts,
  { maxInkPercent }: InkLimits,
): InkFinding | null {
  if (maxInkPercent === undefined) return null
  const { box } = soft
  const share = coverOf(soft) * (hasWhite ? 2 : 1)
  if (percent(share) <= maxInkPercent) return null
  return {
    code: "heavy-ink",
    severity: "warn",
    figure: percent(share),
    limit: maxInkPercent,
    unit: "percent",
    count: 1,
    places: [placeOf(box, grid)],
    text: `${percent(share)} % ink${hasWhite ? " with the white beneath" : ""}. It lies stiff on the shirt and dries slowly.`,
    mends: [{ kind: "halftone", shape: "dot", linesPerInch: 45, angle: 22.5 }],
  }
}

function outOfGamut({ outside }: InkFacts): InkFinding | null {
  if (outside === null || outside.share < OUTSIDE_SHARE) return null
  const { share, places, count } = outside
  return {
    code: "out-of-gamut",
    severity: share >= VERY_OUTSIDE_SHARE ? "warn" : "note",
    figure: percent(share),
    limit: percent(OUTSIDE_SHARE),
    unit: "percent",
    count,
    places,
    text: `${percent(share)} % of the ink is outside what this press can mix. It prints duller than on a screen. Less vivid colours print as they are.`,
    mends: [],
  }
}

function fontReplaced({ replacedFonts }: InkFacts): InkFinding | null {
  if (replacedFonts === null) return null
  const count = Math.max(1, replacedFonts.length)
  const names = replacedFonts.join(", ")
  return {
    code: "font-replaced",
    severity: "warn",
    figure: count,
    limit: 0,
    unit: "count",
    count,
    places: [],
    text:
      names === ""
        ? "Text is drawn in a plain font instead of its own. Convert it to outlines before exporting."
        : `Text is drawn in another font, because ${names} ${count === 1 ? "is" : "are"} missing.`,
    mends: [],
  }
}

function profileDropped({ droppedProfile }: InkFacts): InkFinding | null {
  if (droppedProfile === null) return null
  return {
    code: "profile-dropped",
    severity: "note",
    figure: 1,
    limit: 0,
    unit: "count",
    count: 1,
    places: [],
    text: droppedProfile,
    mends: [],
  }
}

/** Returns the share of the ink's box that is ink. */
function coverOf({ ink, box }: InkReading["soft"]): number {
  return ink / Math.max(1, (box.right - box.left) * (box.bottom - box.top))
}

function placesOf(places: Places, grid: InkReading["grid"]): { count: number; places: InkPlace[] } {
  return { count: places.count(), places: places.worst().map(({ box }) => placeOf(box, grid)) }
}

function placesText(count: number): string {
  return count === 1 ? "one place" : `${count} places`
}

function percent(share: number): number {
  return Math.round(share * 100)
}

function rounded(mm: number): number {
  return Math.round(mm * 100) / 100
}

function hex(channels: readonly number[]): string {
  return `#${channels.map((value) => value.toString(16).padStart(2, "0")).join("")}`
}

function mmText(mm: number): string {
  return mm < 10 ? `${rounded(mm)} mm` : `${Math.round(mm)} mm`
}
