import { z } from "zod"
import { writeFilesSchema, writingSchema } from "../delivery/writing.ts"
import { printSchema } from "../prints/print.ts"
import { alsoUnder, reply, saying } from "../route.ts"

/** The files of a completed print for other destinations. */
export const printFiles = alsoUnder(["/prints", "/print"], {
  list: {
    method: "GET",
    path: "/prints/{id}/files",
    summary: "The other destinations that a print was written for, oldest first",
    caller: "user",
    scope: "prints:read",
    role: "press",
    replies: { 200: reply(z.array(writingSchema)) },
  },
  write: {
    method: "POST",
    path: "/prints/{id}/files",
    summary:
      "Write a completed print once more, as it lies and without credits; its files grow, and a repeat adds nothing",
    caller: "user",
    scope: "prints:write",
    body: writeFilesSchema,
    replies: { 202: saying(printSchema) },
    errors: ["conflict", "unprocessable"],
  },
})
