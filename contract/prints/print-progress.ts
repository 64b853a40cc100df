import { z } from "zod"

/** The progress of a print: its layout is searched, then stamps and sheets are rendered. */
export const printProgressSchema = z.object({
  stage: z.enum(["layout", "render"]),
  done: z.number(),
  total: z.number(),
})
export type PrintProgress = z.infer<typeof printProgressSchema>
