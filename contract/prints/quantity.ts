import { z } from "zod"
import { MAX_PRINT_COPIES } from "../limit.ts"

/** The copies of an item. */
export const quantitySchema = z
  .number({ error: "Quantity must be a whole number" })
  .int("Quantity must be a whole number")
  .min(1, "Quantity must be at least 1")
  .max(MAX_PRINT_COPIES, `Quantity must be at most ${MAX_PRINT_COPIES}`)
