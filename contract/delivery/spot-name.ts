import { z } from "zod"

/** The name by which a RIP knows an ink or a line. Many compare it letter by letter. */
export const spotNameSchema = z
  .string({ error: "The name must be a text" })
  .trim()
  .min(1, "Enter the name that the software expects")
  .max(60, "The name must be at most 60 characters")
  .regex(/^[\x20-\x7e]*$/, "The name takes letters A to Z, digits, spaces and signs of a plain keyboard")
