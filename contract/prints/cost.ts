import { z } from "zod"
import { boundText, pageUnit } from "../length.ts"
import { MAX_PRICE, MAX_ROLL_IN } from "../limit.ts"

/** A currency: three letters of ISO 4217. */
const currencySchema = z
  .string({ error: "Currency must be three letters" })
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{3}$/, "Currency must be three letters, such as USD")
const priceSchema = (label: string) =>
  z
    .number({ error: `${label} must be a number` })
    .min(0, `${label} must not be negative`)
    .max(MAX_PRICE, `${label} must be at most ${MAX_PRICE}`)

/** The units in which film is bought. */
export const filmUnits = ["inch", "foot", "centimetre", "metre", "roll"] as const

const rollUnknown = "Say how long the roll is"

/** The price of film. A roll says how long it is, in inches. */
export const filmPriceSchema = z
  .object({
    amount: priceSchema("Film price"),
    per: z.enum(filmUnits),
    rollLengthIn: z
      .number({ error: rollUnknown })
      .min(1, { error: () => `A roll must be at least ${boundText(1, "least", pageUnit())} long` })
      .max(MAX_ROLL_IN, {
        error: () => `A roll must be at most ${boundText(MAX_ROLL_IN, "most", pageUnit())} long`,
      })
      .optional(),
    currency: currencySchema,
  })
  .refine(({ per, rollLengthIn }) => per !== "roll" || rollLengthIn !== undefined, {
    path: ["rollLengthIn"],
    error: rollUnknown,
  })
  .meta({
    anyOf: [
      { properties: { per: { enum: ["inch", "foot", "centimetre", "metre"] } } },
      { required: ["rollLengthIn"], properties: { rollLengthIn: { type: "number" } } },
    ],
  })

/** The prices of a template: in its film's currency, ink and powder for each square inch that is inked. */
export type Prices = {
  filmPrice: z.infer<typeof filmPriceSchema>
  inkPricePerSquareInch?: number | undefined
  powderPricePerSquareInch?: number | undefined
  creditPrice?: number | undefined
}

/** The prices as a template takes them: each stays as it is unless given, null takes it away. */
export const pricesInput = {
  filmPrice: filmPriceSchema.nullable().optional(),
  inkPricePerSquareInch: priceSchema("Ink price").nullable().optional(),
  powderPricePerSquareInch: priceSchema("Powder price").nullable().optional(),
  creditPrice: priceSchema("Credit price").nullable().optional(),
}
type PricesInput = z.infer<z.ZodObject<typeof pricesInput>>

/** The prices as a template shows them. */
export const pricesShown = {
  filmPrice: filmPriceSchema.nullable(),
  inkPricePerSquareInch: z.number().nullable(),
  powderPricePerSquareInch: z.number().nullable(),
  creditPrice: z.number().nullable(),
}

/**
 * Returns a template's prices after a change. Without a film price there are none: the others would
 * have no currency, so giving one of them returns "film-missing".
 */
export function changedPrices(current: Prices | null, change: PricesInput): Prices | null | "film-missing" {
  const { filmPrice = current?.filmPrice ?? null } = change
  if (filmPrice === null) return others.some((key) => typeof change[key] === "number") ? "film-missing" : null
  const kept = others.flatMap((key) => {
    const price = change[key] === undefined ? current?.[key] : change[key]
    return typeof price === "number" ? [[key, price] as const] : []
  })
  return { filmPrice, ...Object.fromEntries(kept) }
}

const others = ["inkPricePerSquareInch", "powderPricePerSquareInch", "creditPrice"] as const

/** Returns a template's prices one by one, null if it has none. */
export function shownPrices(prices: Prices | null): z.infer<z.ZodObject<typeof pricesShown>> {
  return {
    filmPrice: prices?.filmPrice ?? null,
    inkPricePerSquareInch: prices?.inkPricePerSquareInch ?? null,
    powderPricePerSquareInch: prices?.powderPricePerSquareInch ?? null,
    creditPrice: prices?.creditPrice ?? null,
  }
}

/** The cost of a print in its currency's cents. `ink` includes the powder; `total` is the parts' sum. */
export type CostCents = {
  film: number
  ink: number
  credits: number
  total: number
  /** The extra cost of the film if pieces were packed as boxes; no part of the total. */
  savedByNesting: number
  currency: string
}

/** The cost of a print in units of its currency: 12.34. `total` is the sum of the first three. */
export const costSchema = z.object({
  film: z.number(),
  ink: z.number(),
  credits: z.number(),
  total: z.number(),
  savedByNesting: z.number(),
  currency: z.string(),
})
export type Cost = z.infer<typeof costSchema>

/** A part of a print's cost, such as an order's share. */
export const costShareSchema = z.object({ amount: z.number(), currency: z.string() })
export type CostShare = z.infer<typeof costShareSchema>

export function costInUnits({ film, ink, credits, total, savedByNesting, currency }: CostCents): Cost {
  return {
    film: film / 100,
    ink: ink / 100,
    credits: credits / 100,
    total: total / 100,
    savedByNesting: savedByNesting / 100,
    currency,
  }
}
