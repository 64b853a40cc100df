import { MINUTE_MS } from "../../../contract/duration.ts"
import { ApiError } from "../../../contract/error.ts"
import { makeId } from "../../../contract/id.ts"
import { defaultPrintName, handPrintName } from "../../../contract/prints/print-name.ts"
import type { JobError, JobErrorCode, JobItem, JobStatus } from "../../../contract/programs/job.ts"
import type { User } from "../../data/accounts/user-rows.ts"
import { findAnyImages, type ImageRow } from "../../data/artwork/image-rows.ts"
import { databaseOf } from "../../data/database.ts"
import { mergeItems } from "../../data/orders/new-item-rows.ts"
import { type FullItem, listItems } from "../../data/prints/print-item-rows.ts"
import { findPrint, insertPrint, ownName, type PrintRow } from "../../data/prints/print-rows.ts"
import { type JobLease, type JobRow, storeJob } from "../../data/programs/job-rows.ts"
import type { Env } from "../../env.ts"
import { makePrintOnce } from "../../flows/prints/make-print-once.ts"
import { PREPARE_FOR_MS } from "../../flows/prints/refuse-unprintable.ts"
import { startAttempt, USUAL_EFFORT } from "../../flows/prints/start-attempt.ts"
import { renderEnd } from "../../flows/programs/job-reply.ts"
import { addressesOf } from "./fetch-job-artwork.ts"
import { readPieces, type SizedJobItem, unsavedItems, unsavedPrint } from "./job-pieces.ts"
import { itemNumbers, quoteJob } from "./quote-job.ts"

/** The time for which a quote or a draft waits for the checks of its ink. */
const INK_FOR_MS = 20_000
/** The first pause before the same step, and the longest ones: reading takes seconds, rendering minutes. */
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = { reading: 10_000, layout: 5_000, rendering: MINUTE_MS / 2 }
/** The share of the wait so far that the next pause takes. */
const PAUSE_SHARE = 4

/** The outcome of a step: the next, a pause before the same again, a turn of the queue that fetches, or the end. */
export type JobOutcome =
  | { kind: "next"; state: "layout" | "rendering" }
  | { kind: "wait"; pauseMs: number }
  | { kind: "fetch" }
  | {
      kind: "end"
      state: Extract<JobStatus, "completed" | "refused" | "failed">
      errors: readonly JobError[]
    }

/** Has all artwork in the library, and waits until it is read. */
export async function reading(env: Env, row: JobRow): Promise<JobOutcome> {
  const { items } = row.request
  if (addressesOf(row.request).length > 0) return { kind: "fetch" }
  const images = await findAnyImages(
    databaseOf(env),
    items.flatMap(({ imageId }) => imageId ?? []),
  )
  const imageOf = ({ imageId }: JobItem) => {
    const image = imageId && images.get(imageId)
    return image && image.userId === row.userId ? image : undefined
  }
  const errors = items.flatMap((item, number) => unreadable(imageOf(item), number))
  if (errors.length > 0) return refused(errors)
  if (items.every((item) => imageOf(item)?.status === "Ready")) return { kind: "next", state: "layout" }
  if (waitedMs(row) < PREPARE_FOR_MS) return paused(row)
  return refused(
    items.flatMap((item, number) => {
      const image = imageOf(item)
      if (image?.status === "Ready") return []
      return [
        { item: number, code: "unprocessable" as const, message: `"${image?.name}" was not read in time.` },
      ]
    }),
  )
}

function unreadable(image: ImageRow | undefined, item: number): JobError[] {
  if (!image) return [{ item, code: "not-found", message: "Its image was deleted." }]
  if (image.status !== "Failed") return []
  return [
    { item, code: "unprocessable", message: `"${image.name}" could not be used: ${image.failureReason}` },
  ]
}

type Owned = { user: User; lease: JobLease }

/** Prices the job, makes its draft unless a price is all that is asked for, and starts it. */
export async function layout(env: Env, row: JobRow, { user, lease }: Owned): Promise<JobOutcome> {
  const { action, maxCredits, sheetTemplateId, packing } = row.request
  const pieces = await readPieces(databaseOf(env), row, user, { isKept: action !== "quote" })
  if (pieces.kind === "refused") return refused(pieces.errors)
  const laid =
    action === "quote" ? unsaved(row, pieces.items) : await drafted(env, row, { pieces: pieces.items, lease })
  if (laid === "deleted")
    return refused([{ item: null, code: "conflict", message: "Its draft was deleted in the meantime." }])
  const { print, items } = laid
  // An earlier run was stopped just after it had begun.
  if (action === "process" && print.attemptNumber > 0) return { kind: "next", state: "rendering" }
  const numbers = itemNumbers(items, pieces.items)
  try {
    const { quote, isInkChecked } = await quoteJob(env, print, {
      ...{ sheetTemplateId, packing, numbers },
      items: action === "quote" ? items : undefined,
    })
    if (action !== "process" && !isInkChecked && waitedMs(row) < INK_FOR_MS) return paused(row)
    if (!(await storeJob(databaseOf(env), lease, { quote }))) return paused(row)
    if (maxCredits !== undefined && quote.credits > maxCredits) {
      const message = `It takes ${quote.credits} credits, more than the ${maxCredits} that it may.`
      return refused([{ item: null, code: "max-credits", message }])
    }
    if (action !== "process") return { kind: "end", state: "completed", errors: [] }
    const request = { sheetTemplateId, packing, effort: USUAL_EFFORT }
    await startAttempt(env, row.userId, print.id, request, {
      mostCredits: quote.credits,
      begunBy: row.madeBy,
    })
    return { kind: "next", state: "rendering" }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // What takes longer, as the test prints of another day, is not waited for.
    const waitMs = (error.retryAfterS ?? Number.POSITIVE_INFINITY) * 1000
    if (waitedMs(row) + waitMs < PREPARE_FOR_MS) return paused(row)
    return refused(errorsOf(error, numbers))
  }
}

/** Waits for the end of the print. */
export async function rendering(env: Env, row: JobRow): Promise<JobOutcome> {
  const print = row.printId && (await findPrint(databaseOf(env), row.userId, row.printId))
  const end = renderEnd(print || undefined)
  return end ? { kind: "end", ...end } : paused(row)
}

type Laid = { print: PrintRow; items: readonly FullItem[] }

function unsaved(row: JobRow, pieces: readonly SizedJobItem[]): Laid {
  const print = unsavedPrint(row)
  return { print, items: unsavedItems(print, pieces) }
}

/** Makes the draft, once: the job's id is its request key. */
async function drafted(
  env: Env,
  row: JobRow,
  { pieces, lease }: { pieces: readonly SizedJobItem[]; lease: JobLease },
): Promise<Laid | "deleted"> {
  const db = databaseOf(env)
  const { userId, request, isTest, madeBy } = row
  const printId = row.printId ?? (await makeDraft())
  if (row.printId === null && !(await storeJob(db, lease, { printId }))) return "deleted"
  const print = await findPrint(db, userId, printId)
  return print ? { print, items: await listItems(db, printId) } : "deleted"

  async function makeDraft() {
    const nowMs = Date.now()
    const items = mergeItems(
      pieces.map(({ image, size, quantity, values }) => ({
        ...{ imageId: image.id, sizeId: size.id, quantity },
        ...(values && { values }),
      })),
      nowMs,
    )
    const usual = handPrintName(pieces.map(({ image }) => image.name)) ?? defaultPrintName(nowMs, 0)
    const name = request.name ?? ownName(userId, usual)
    const { id } = await makePrintOnce(db, userId, row.id, async () => {
      const print = { id: makeId(nowMs), userId, type: "Manual" as const, name, isTest, madeBy, items, nowMs }
      if (await insertPrint(db, { ...print, requestKey: row.id })) return print.id
      throw new ApiError(
        "conflict",
        "Too many items are not printed yet. Delete drafts that are no longer needed.",
      )
    })
    return id
  }
}

/** Returns what a refusal says of each item that it names, else of the job. */
function errorsOf(error: ApiError, numbers: ReadonlyMap<string, number>): JobError[] {
  const code = codeOf(error)
  const named = Object.entries(error.fields ?? {}).flatMap(([id, reason]) => {
    const item = numbers.get(id)
    return item === undefined ? [] : [{ item, code, message: reason }]
  })
  if (named.length === 0) return [{ item: null, code, message: error.message }]
  return named.length === 1
    ? [{ ...named[0], message: error.message }]
    : named.sort((a, b) => a.item - b.item)
}

function codeOf({ code }: ApiError): JobErrorCode {
  switch (code) {
    case "not-found":
    case "credits-too-few":
    case "conflict":
    case "too-large":
    case "unsupported-type":
      return code
    default:
      return "unprocessable"
  }
}

function refused(errors: readonly JobError[]): JobOutcome {
  return { kind: "end", state: "refused", errors }
}

function waitedMs({ updatedAt }: JobRow): number {
  return Date.now() - updatedAt
}

function paused(row: JobRow): JobOutcome {
  const { state } = row
  const longestMs = state in LONGEST_PAUSE_MS ? LONGEST_PAUSE_MS[state as keyof typeof LONGEST_PAUSE_MS] : 0
  // Whole milliseconds, as the message has to have them.
  const shareMs = Math.round(waitedMs(row) / PAUSE_SHARE)
  return { kind: "wait", pauseMs: Math.min(longestMs, Math.max(FIRST_PAUSE_MS, shareMs)) }
}
