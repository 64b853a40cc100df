import { z } from "zod"
import { mendSchema } from "./mend.ts"

/** The kinds of findings about an artwork's ink, as the engine has them in `sheet/ink/finding.ts`; a test compares both. */
export const inkCodes = [
  "white-box",
  "soft-alpha",
  "halo",
  "thin-stroke",
  "thin-gap",
  "speck",
  "pinhole",
  "low-dpi",
  "upscaled",
  "cut-edge",
  "heavy-ink",
  "out-of-gamut",
  "font-replaced",
  "profile-dropped",
] as const
export const inkCodeSchema = z.enum(inkCodes)
export type InkCode = z.infer<typeof inkCodeSchema>

/** An account's own say about kinds of findings: how sure it is that they show, or that they are never told. */
export const inkRulesSchema = z.partialRecord(inkCodeSchema, z.enum(["bad", "warn", "off"]))
export type InkRules = z.infer<typeof inkRulesSchema>

const mm = z.number().min(0.05).max(5)

/** The limits below which ink is too thin or too small to print, in mm of the printed piece. */
export const inkLimitsSchema = z.strictObject({
  minStrokeMm: mm.default(0.3),
  minGapMm: mm.default(0.2),
  /** The smallest dot that holds, of ink or without it. */
  minSpeckMm: mm.default(0.5),
  /** The most ink on a piece's box, each plane up to 100. Without it ink is never too heavy. */
  maxInkPercent: z.number().int().min(1).max(500).optional(),
})
export type InkLimits = z.output<typeof inkLimitsSchema>
export const defaultInkLimits: InkLimits = inkLimitsSchema.parse({})

const inkSeveritySchema = z.enum(["note", "warn", "bad"])

/** A finding in short, for a tile: "bad" will show on the shirt, "warn" may show, "note" is worth knowing. */
export const inkMarkSchema = z.object({
  code: inkCodeSchema,
  severity: inkSeveritySchema,
  /** True if the seller has said "I know" for this image and code. */
  isAccepted: z.boolean(),
})
export type InkMark = z.infer<typeof inkMarkSchema>
export type InkSeverity = InkMark["severity"]

const number = z.number()

/** A box in thousandths of the whole artwork as shown, its transparent margins included. */
export const inkPlaceSchema = z.object({ x: number, y: number, width: number, height: number })

/** A finding about an artwork's ink at a printed size. It stops no print. */
export const inkFindingSchema = inkMarkSchema.extend({
  /** The worst measurement, comparable with `limit`. */
  figure: number,
  limit: number,
  unit: z.enum(["mm", "dpi", "percent", "count"]),
  /** The number of places in all, of which `places` are the worst. */
  count: number,
  places: z.array(inkPlaceSchema),
  /** Sentences for the seller, with the figure in them. */
  text: z.string(),
  /** The mends that help, the best first. */
  mends: z.array(mendSchema),
})
export type InkFinding = z.infer<typeof inkFindingSchema>
export type InkPlace = InkFinding["places"][number]

const severityOrder: Record<InkSeverity, number> = { bad: 0, warn: 1, note: 2 }

/** Returns findings or marks as an account's rules have them, the worst first. */
export function ruledInk<Mark extends Pick<InkMark, "code" | "severity">>(
  marks: readonly Mark[],
  rules: InkRules,
): Mark[] {
  return marks
    .flatMap((mark) => {
      const rule = rules[mark.code] ?? mark.severity
      return rule === "off" ? [] : [{ ...mark, severity: rule }]
    })
    .sort((a, b) => severityOrder[a.severity] - severityOrder[b.severity])
}

/** Returns true if a finding, or its mark, is still to be looked at. */
export function isInkOpen({ severity, isAccepted }: InkMark): boolean {
  return severity !== "note" && !isAccepted
}
