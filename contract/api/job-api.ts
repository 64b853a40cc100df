import { z } from "zod"
import { MAX_UPLOAD_FILES } from "../limit.ts"
import { listReplySchema } from "../list.ts"
import { jobListQuerySchema, jobRequestSchema, jobSchema } from "../programs/job.ts"
import { reply, routes } from "../route.ts"

/** The whole of a print in one call. */
export const jobs = routes({
  add: {
    method: "POST",
    path: "/jobs",
    summary:
      "Have artwork priced, drafted or printed in one call; as a form, with the job as JSON and the artwork beside it",
    caller: "user",
    // Processing asks for `prints:spend` as well, and artwork that comes along for `images:write`.
    scope: "prints:write",
    body: jobRequestSchema,
    form: z.object({ job: jobRequestSchema, files: z.array(z.file()).max(MAX_UPLOAD_FILES) }),
    mayWait: true,
    replies: { 202: reply(jobSchema) },
    errors: ["conflict", "not-found", "unprocessable", "unsupported-type"],
  },
  list: {
    method: "GET",
    path: "/jobs",
    summary: "One page of the jobs of the last 90 days, the newest first; those of one reference",
    caller: "user",
    scope: "prints:read",
    query: jobListQuerySchema,
    replies: { 200: listReplySchema(jobSchema) },
  },
  one: {
    method: "GET",
    path: "/jobs/{id}",
    summary: "A job: how far it is, its price, its sheets, and what is wrong with it",
    caller: "user",
    scope: "prints:read",
    mayWait: true,
    replies: { 200: reply(jobSchema) },
  },
})
