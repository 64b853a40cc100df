import { z } from "zod"
import { colorSchema } from "../colour.ts"
import { MAX_MENDS } from "../limit.ts"
import { isOnArtwork, thousandths } from "./artwork-box.ts"

/** A length of the printed piece. */
const mm = z.number().min(0.05).max(10)
/** A perceived difference between colours: ΔE in OKLab × 100. */
const tolerance = z.number().min(0).max(100)
const extent = thousandths.min(1)

/** A mend that is switched off stays in the list and changes nothing. */
const step = <Kind extends string, Shape extends z.ZodRawShape>(kind: Kind, settings: Shape) =>
  z.strictObject({ kind: z.literal(kind), isOn: z.boolean().default(true), ...settings })

/** A mend as the engine has it in `sheet/mend/mend.ts`, with its switch; a test compares both. */
export const mendSchema = z.discriminatedUnion("kind", [
  /** Without a colour, that of the picture's border is removed. */
  step("remove-background", {
    from: z.enum(["edges", "everywhere"]),
    colour: colorSchema.optional(),
    tolerance,
  }),
  /** Texts that are placed on the image are drawn before the printed kinds, which are made of them too. */
  step("include-text", {}),
  step("harden", { threshold: z.int().min(1).max(255) }),
  step("halftone", {
    shape: z.enum(["dot", "line", "diffusion"]),
    linesPerInch: z.number().min(10).max(100),
    angle: z.number().min(0).max(180),
  }),
  step("thicken", { mm }),
  step("fill-pinholes", { mm }),
  step("drop-specks", { mm }),
  step("choke", { mm }),
  step("outline", { mm, colour: colorSchema }),
  step("recolour", { from: colorSchema, to: colorSchema, tolerance }),
  step("knock-out", { colour: colorSchema, tolerance }),
  step("crop", { x: thousandths, y: thousandths, width: extent, height: extent })
    .refine(isOnArtwork, { error: "The part that a crop keeps has to lie on the picture" })
    .meta({ examples: [{ kind: "crop", isOn: true, x: 100, y: 100, width: 800, height: 800 }] }),
  step("turn", { degrees: z.literal([90, 180, 270]) }),
  step("enlarge", { method: z.enum(["edges", "lanczos"]) }),
  step("trace", { colours: z.int().min(2).max(16) }),
])
export const mendsSchema = z
  .array(mendSchema)
  .max(
    MAX_MENDS,
    `An image has at most ${MAX_MENDS} mends. Remove one that is switched off, or that another replaces.`,
  )
/** The kinds that count in mm or in printed pixels, as the engine has them; a test compares both. */
export const printedKinds: readonly Mend["kind"][] = [
  "include-text",
  "harden",
  "halftone",
  "thicken",
  "fill-pinholes",
  "drop-specks",
  "choke",
  "outline",
]
/** The kinds that belong to one picture, whose frame or grid they change: no rule of a store has them. */
export const frameKinds: readonly Mend["kind"][] = ["crop", "turn", "trace", "enlarge"]
export type Mend = z.output<typeof mendSchema>
/** A mend as it is sent: unless it says so, it is on. */
export type MendInput = z.input<typeof mendSchema>

/**
 * The size at which mends that count in mm or in printed pixels are made: the printed width in pixels, and whether it
 * counts for the ink alone; with the mends, where they are others than those of the image's own picture.
 */
export const printedAtSchema = z.object({
  widthPx: z.int().positive(),
  dpi: z.number().positive(),
  trim: z.boolean(),
  mends: mendsSchema.optional(),
})
export type PrintedAt = z.infer<typeof printedAtSchema>
