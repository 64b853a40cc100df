import type { DoerMark } from "../../../contract/accounts/doer.ts"
import type { Scope } from "../../../contract/accounts/scope.ts"
import { ApiError } from "../../../contract/error.ts"
import type { Id } from "../../../contract/id.ts"
import { MAX_JOB_ADDRESSES, MAX_OPEN_JOBS, MAX_PRINT_COPIES } from "../../../contract/limit.ts"
import type { JobItem, JobRequest } from "../../../contract/programs/job.ts"
import type { TokenInUse } from "../../data/accounts/access-token-rows.ts"
import { findAnyImages } from "../../data/artwork/image-rows.ts"
import { listSizeNames } from "../../data/artwork/suggestion-rows.ts"
import { type Database, databaseOf } from "../../data/database.ts"
import { readOwnImageNames } from "../../data/prints/print-item-rows.ts"
import { findSheetTemplate } from "../../data/prints/sheet-template-rows.ts"
import { insertJob } from "../../data/programs/job-rows.ts"
import { type Env, settingsOf } from "../../env.ts"
import { fetchProblem } from "../../services/delivery/outside-address.ts"
import { works } from "../../work/works.ts"
import { checkListedValues } from "../pieces/check-values.ts"
import { queueJob } from "./queue-jobs.ts"

/** The wait after which there is room for another job: most take less than that. */
const FULL_RETRY_S = 30

/** The account that a job is for, and the token that its program has; none for a page. */
type Sender = { userId: Id; token: TokenInUse | undefined }

/** Refuses what can be told at once, and names each item that is wrong. `files`: the names that came with the job. */
export async function checkJob(
  env: Env,
  { userId, token }: Sender,
  { action, items, sheetTemplateId }: JobRequest,
  files: readonly string[],
): Promise<void> {
  const db = databaseOf(env)
  if (action === "process") refuseWithout(token, "prints:spend")
  if (items.some(({ imageId }) => imageId === undefined)) refuseWithout(token, "images:write")
  refuseTooMany(items)
  refuseItems(
    "unprocessable",
    items.map(({ url }) => (url === undefined ? null : fetchProblem(url, settingsOf(env).APP_ORIGIN))),
    "url",
  )
  refuseItems(
    "unprocessable",
    items.map(({ file }) => (file === undefined ? null : fileProblem(file, files))),
    "file",
  )
  const unused = files.filter((name) => !items.some(({ file }) => file === name))
  if (unused.length > 0)
    throw new ApiError("unprocessable", `No item names the file ${unused[0].slice(0, 80)}`)
  await refuseForeign(db, userId, items)
  if (sheetTemplateId && !(await findSheetTemplate(db, userId, sheetTemplateId)))
    throw new ApiError("not-found", "This sheet template does not exist", {
      fields: { sheetTemplateId: "This sheet template does not exist" },
    })
  // The fields of other artwork are known once it is read.
  const known = items.map(({ imageId, values }) => (imageId && values ? { imageId, values } : {}))
  await checkListedValues(db, userId, known, "items")
}

/** Adds a job that was checked, and queues it. Throws if its id is taken. */
export async function addJob(
  env: Env,
  row: { id: Id; userId: Id; isTest: boolean; madeBy: DoerMark; request: JobRequest },
): Promise<void> {
  const nowMs = Date.now()
  const lease = { id: row.id, untilMs: nowMs + works.job.leaseMs }
  if (!(await insertJob(databaseOf(env), { ...row, nowMs, untilMs: lease.untilMs }))) throw tooManyOpen()
  await queueJob(env, lease)
}

export function tooManyOpen(): ApiError {
  return new ApiError(
    "too-many-requests",
    `${MAX_OPEN_JOBS} jobs have not ended yet. Please send this one again once some have.`,
    { retryAfterS: FULL_RETRY_S },
  )
}

function refuseTooMany(items: readonly JobItem[]): void {
  const message =
    items.reduce((sum, { quantity }) => sum + quantity, 0) > MAX_PRINT_COPIES
      ? `A print holds at most ${MAX_PRINT_COPIES} copies`
      : new Set(items.flatMap(({ url }) => url ?? [])).size > MAX_JOB_ADDRESSES
        ? `A job fetches at most ${MAX_JOB_ADDRESSES} addresses. Upload the files first.`
        : null
  if (message !== null) throw new ApiError("unprocessable", message, { fields: { items: message } })
}

function refuseWithout(token: TokenInUse | undefined, scope: Scope): void {
  if (token && !token.scopes.includes(scope))
    throw new ApiError("scope-missing", `This access token lacks the scope ${scope}`, { scope })
}

function fileProblem(name: string, files: readonly string[]): string | null {
  const found = files.filter((file) => file === name).length
  if (found === 1) return null
  return found === 0 ? "The form has no file of this name" : "The form has several files of this name"
}

async function refuseForeign(db: Database, userId: Id, items: readonly JobItem[]): Promise<void> {
  const imageIds = [...new Set(items.flatMap(({ imageId }) => imageId ?? []))]
  const sizeIds = [...new Set(items.flatMap(({ sizeId }) => sizeId ?? []))]
  if ((await readOwnImageNames(db, userId, { imageIds, sizeIds })) !== null) return
  const images = await findAnyImages(db, imageIds)
  const isForeign = (id: Id | undefined) => id !== undefined && images.get(id)?.userId !== userId
  refuseItems(
    "not-found",
    items.map(({ imageId }) => (isForeign(imageId) ? "This image does not exist" : null)),
    "imageId",
  )
  const sizes = new Set((await listSizeNames(db, userId)).map(({ _id }) => _id))
  refuseItems(
    "not-found",
    items.map(({ sizeId }) => (sizeId && !sizes.has(sizeId) ? "This size does not exist" : null)),
    "sizeId",
  )
}

/** Refuses items with a problem; the first one's is in the words, all are in `fields`. */
function refuseItems(code: ApiError["code"], problems: readonly (string | null)[], field: string): void {
  const wrong = problems.flatMap((problem, item) => (problem === null ? [] : [{ item, problem }]))
  const [first] = wrong
  if (!first) return
  const fields = Object.fromEntries(wrong.map(({ item, problem }) => [`items.${item}.${field}`, problem]))
  throw new ApiError(code, `Item ${first.item + 1}: ${first.problem}`, { fields })
}
