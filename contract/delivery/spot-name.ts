import { z } from "zod"
import { MAX_SPOT_NAME_LENGTH } from "../limit.ts"

/** The name by which a RIP knows an ink or a line. Many compare it letter by letter. */
export const spotNameSchema = z
  .string({ error: "The name must be a text" })
  .trim()
  .min(1, "Enter the name that the software expects")
  .max(MAX_SPOT_NAME_LENGTH, `The name must be at most ${MAX_SPOT_NAME_LENGTH} characters`)
  .regex(/^[\x20-\x7e]*$/, "The name takes letters A to Z, digits, spaces and signs of a plain keyboard")
