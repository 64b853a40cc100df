import type { Context } from "hono"
import { ApiError } from "../../../contract/error.ts"
import type { Id } from "../../../contract/id.ts"
import { type JobItem, type JobRequest, jobRequestSchema } from "../../../contract/programs/job.ts"
import type { AppEnv } from "../../app-env.ts"
import { databaseOf } from "../../data/database.ts"
import { hasJobRoom } from "../../data/programs/job-rows.ts"
import { parsedJson, validated } from "../../valid.ts"
import { readText, receiveFiles, storeFiles, type UploadForm } from "../artwork/receive-upload.ts"
import { takeBackObjects } from "../artwork/uploaded-files.ts"
import { checkJob, tooManyOpen } from "./add-job.ts"

/** The bytes of a job in a form: those of its body alone. */
const MAX_JOB_BYTES = 1024 * 1024

/**
 * Receives a job with its artwork beside it: the job is the part `job`, wherever it stands, and its items name the
 * `files`. Each of these has to be usable; else nothing is left behind. Returns the job with the images in their place.
 */
export async function receiveJob(c: Context<AppEnv>): Promise<JobRequest> {
  const userId = c.var.user.id
  let text = ""
  const form = await receiveFiles(c, async (part) => {
    if (part.name === "job") text = await readText(part, MAX_JOB_BYTES)
  })
  let request: JobRequest
  try {
    request = validated(jobRequestSchema, parsedJson(text))
    refuseUnusable(form, request)
    const names = form.arrived.map(({ name }) => name)
    await checkJob(c.env, { userId, token: c.var.token }, request, names)
    // Before its images are in the library: they would stay there.
    if (names.length > 0 && !(await hasJobRoom(databaseOf(c.env), userId))) throw tooManyOpen()
  } catch (error) {
    await takeBackObjects(c.env, form.written)
    throw error
  }
  if (form.arrived.length === 0) return request
  const images = new Map(
    (await storeFiles(c, form)).map(({ _id }, i): [string, Id] => [form.arrived[i].name, _id]),
  )
  const items = request.items.map((item): JobItem => {
    const imageId = item.file === undefined ? undefined : images.get(item.file)
    return imageId ? { ...item, imageId } : item
  })
  return { ...request, items }
}

/** Refuses a form with a file that cannot be printed, with the reason at each item that names it. */
function refuseUnusable({ refused }: UploadForm, { items }: JobRequest): void {
  const [first] = refused
  if (!first) return
  const reasons = new Map(refused.map(({ name, reason }) => [name, reason]))
  const fields = items.flatMap(({ file }, item) => {
    const reason = file === undefined ? undefined : reasons.get(file)
    return reason === undefined ? [] : [[`items.${item}.file`, reason] as const]
  })
  throw new ApiError(first.code, `${first.name}: ${first.reason}`, { fields: Object.fromEntries(fields) })
}
