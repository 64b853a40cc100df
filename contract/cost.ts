import { z } from "zod"

/** Three letters of ISO 4217. */
const currencySchema = z
  .string({ error: "Currency must be three letters" })
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{3}$/, "Currency must be three letters, such as USD")
const priceSchema = (label: string) =>
  z
    .number({ error: `${label} must be a number` })
    .min(0, `${label} must not be negative`)
    .max(1_000_000, `${label} must be at most 1000000`)

/** How film is bought. */
export const filmUnits = ["inch", "foot", "metre", "roll"] as const

/** What film costs. A roll says how long it is, in inches. */
export const filmPriceSchema = z
  .object({
    amount: priceSchema("Film price"),
    per: z.enum(filmUnits),
    rollLengthIn: z.number().min(1, "A roll must be at least 1 in long").max(1_000_000).optional(),
    currency: currencySchema,
  })
  .refine(({ per, rollLengthIn }) => per !== "roll" || rollLengthIn !== undefined, {
    path: ["rollLengthIn"],
    error: "Say how long the roll is",
  })

/** Prices of a template: in its film's currency, ink and powder for each square inch that is inked. */
export const pricesSchema = z.object({
  filmPrice: filmPriceSchema,
  inkPricePerSquareInch: priceSchema("Ink price").optional(),
  powderPricePerSquareInch: priceSchema("Powder price").optional(),
  creditPrice: priceSchema("Credit price").optional(),
})
export type Prices = z.infer<typeof pricesSchema>

/** What a print cost, in cents of its currency. `ink` holds the powder; `total` is the sum of the parts. */
export type CostCents = {
  film: number
  ink: number
  credits: number
  total: number
  /** What the film would have cost more if pieces were packed as boxes; no part of the total. */
  savedByNesting: number
  currency: string
}
