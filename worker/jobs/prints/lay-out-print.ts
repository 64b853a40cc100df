import { valuesJson } from "../../../contract/artwork/artwork-values.ts"
import { ApiError } from "../../../contract/error.ts"
import type { Id } from "../../../contract/id.ts"
import type { RenderMessage } from "../../../contract/message.ts"
import type { LayoutDocument } from "../../../contract/prints/layout.ts"
import { laidCopies } from "../../../sheet/layout/laid-copies.ts"
import type { LaidCopy } from "../../../sheet/layout/layout.ts"
import { documentOf } from "../../../sheet/preflight/layout-document.ts"
import { type LaidOutPrint, planPrintPausing } from "../../../sheet/preflight/plan-print.ts"
import { databaseOf } from "../../data/database.ts"
import { storeAttemptLayout } from "../../data/prints/attempt-layout-rows.ts"
import { type AttemptRow, findAttempt, touchRunning } from "../../data/prints/attempt-rows.ts"
import { type FullItem, listItems } from "../../data/prints/print-item-rows.ts"
import { findPrint, type PrintRow } from "../../data/prints/print-rows.ts"
import { findSheetTemplate } from "../../data/prints/sheet-template-rows.ts"
import type { Env } from "../../env.ts"
import { askForPieces } from "../../flows/pieces/find-pieces.ts"
import { AttemptOverError, openSearchProgress, tellProgress } from "../../flows/prints/attempt-progress.ts"
import { failAttempt } from "../../flows/prints/end-attempt.ts"
import { queueLayout, queueStamps, sendStamps } from "../../flows/prints/queue-renders.ts"
import {
  hasPiece,
  type Printable,
  readPrintable,
  wantedPieces,
  withSilhouettes,
} from "../../flows/prints/read-printable.ts"
import { PREPARE_FOR_MS } from "../../flows/prints/refuse-unprintable.ts"
import { attemptLayoutOf } from "../../flows/prints/sheets-of-layout.ts"
import { findBeginning, newStoredLayout, packedAs } from "../../flows/prints/stored-layout.ts"
import { rest } from "../../isolate/rest.ts"
import { layoutHost } from "../../layout-host.ts"
import { logError } from "../../log.ts"
import { runAlone } from "../../raster/raster-host.ts"
import { drawVariants } from "../pieces/draw-pieces.ts"

/** The pause before a layout looks again whether its artwork is ready: a person waits. */
const LATER_S = 2

type LayoutMessage = Extract<RenderMessage, { kind: "layout" }>
type SearchingAttempt = AttemptRow & { searchEffort: NonNullable<AttemptRow["searchEffort"]> }

/**
 * Searches an attempt's layout, stores its stamps and sheets, and queues the stamps. The search begins
 * from the print's stored document if that fits: its pins stay, and it is printed itself if nothing
 * better is found. Artwork that is drawn anew since the start, as its fields or fonts have changed, is waited for. A second
 * message finds the layout stored. If the attempt ends meanwhile, nothing is stored. The print keeps the document, so that it is the same sheet when it is processed again.
 */
export async function layOutPrint(env: Env, { attemptId }: LayoutMessage): Promise<void> {
  const attempt = await findAttempt(databaseOf(env), attemptId)
  if (!isSearching(attempt)) return
  try {
    const { print, own, printable } = await readSearched(env, attempt)
    const begun = await beginningOf(env, attempt, { print, own })
    const searched = await runAlone(() => search(env, attempt, printable, begun))
    const plan = begun && !isBetter(searched, begun) ? begun : searched
    const { dpi, mirror } = printable.template
    const layout = { ...(await attemptLayoutOf(env, plan, printable)), dpi, mirror }
    const document = newStoredLayout({ document: documentFor(plan, printable), plan, printable: own })
    const stored = await storeAttemptLayout(databaseOf(env), attempt, layout, document, Date.now())
    if (stored === null) return
    if (stored.missing.length > 0) await sendStamps(env, stored.lane, { attemptId }, stored.missing)
    else await queueStamps(env, { id: attemptId, lane: stored.lane })
    tellProgress(env, attempt, stored.progress)
  } catch (error) {
    if (error instanceof AttemptOverError) return
    if (!(error instanceof ApiError)) throw error
    const sinceMs = attempt.turnAt ?? attempt.createdAt
    if (error.retryAfterS !== undefined && Date.now() - sinceMs < PREPARE_FOR_MS)
      return await layOutLater(env, attempt)
    if (error.code === "unavailable") throw error
    await failAttempt(env, attempt, error.message)
  }
}

/** Has the layout made in a moment, when the artwork may be ready, unless the attempt has ended. */
async function layOutLater(env: Env, attempt: AttemptRow): Promise<void> {
  if (!(await touchRunning(databaseOf(env), attempt.id, "stamping", Date.now()))) return
  await queueLayout(env, attempt, { delaySeconds: LATER_S })
}

/** Gives up after every try has failed. */
export async function giveUpLayout(env: Env, { attemptId }: LayoutMessage): Promise<void> {
  const attempt = await findAttempt(databaseOf(env), attemptId)
  if (!isSearching(attempt)) return
  const message =
    "The layout could not be made because of a technical problem. Please process the print again."
  await failAttempt(env, attempt, message)
}

function isSearching(attempt: AttemptRow | null): attempt is SearchingAttempt {
  return attempt?.state === "stamping" && attempt.searchEffort !== null
}

/** Reads the print again: artwork, sizes and template may have changed since the start. */
async function readSearched(
  env: Env,
  attempt: SearchingAttempt,
): Promise<{ print: PrintRow; own: Printable; printable: Printable }> {
  const { userId, printId, packing } = attempt
  const print = await findPrint(databaseOf(env), userId, printId)
  if (!print) throw new AttemptOverError(`print ${printId} is deleted`)
  const { sheetTemplateId } = print
  if (sheetTemplateId === null)
    throw new ApiError(
      "unprocessable",
      "The print's sheet template was deleted. Choose another one and process the print again.",
    )
  const items = await drawMissingPieces(env, attempt, sheetTemplateId)
  const own = await readPrintable(env, print, { sheetTemplateId, items })
  return { print, own, printable: await withSilhouettes(env, packedAs(packing, own)) }
}

/** Draws new pieces first: a layout is of their ink. Returns the print's items if there were none. */
async function drawMissingPieces(
  env: Env,
  attempt: SearchingAttempt,
  sheetTemplateId: Id,
): Promise<FullItem[] | undefined> {
  const db = databaseOf(env)
  const items = await listItems(db, attempt.printId)
  const pieced = items.filter(hasPiece)
  const template = pieced.length > 0 && (await findSheetTemplate(db, attempt.userId, sheetTemplateId))
  if (!template) return items
  const wanted = wantedPieces(pieced, template)
  const pieces = await askForPieces(env, wanted, "add")
  const missing = wanted.flatMap((item, i) => {
    const piece = pieces[i]
    return piece?.state === "waiting" ? [{ ...item, digest: piece.digest, printed: piece.printed }] : []
  })
  if (missing.length === 0) return items
  const progress = openSearchProgress(env, attempt)
  for (const imageId of new Set(missing.map((piece) => piece.imageId))) {
    const image = items.find((item) => item.image?.id === imageId)?.image
    const own = new Map(
      missing
        .filter((piece) => piece.imageId === imageId)
        .map(({ digest, values, printed }) => [digest, { digest, fieldValues: valuesJson(values), printed }]),
    )
    if (image) await drawVariants(env, image, [...own.values()], { onDrawn: progress.beat })
  }
}

/**
 * Returns the stored layout that the search begins from, or null. A layout that a seller agreed to has
 * to exist: a print that was changed since would take other film.
 */
async function beginningOf(
  env: Env,
  { agreedFilmIn, packing }: SearchingAttempt,
  { print, own }: { print: PrintRow; own: Printable },
): Promise<LaidOutPrint | null> {
  const plan = await findBeginning(env, print, own, packing)
  if (agreedFilmIn === null || (plan && plan.lengthIn <= agreedFilmIn)) return plan
  throw new ApiError(
    "conflict",
    "Artwork, sizes or the sheet template were changed after you approved the sheet. Please process the print again.",
  )
}

/** Returns true if a layout takes less film or fewer sheets than another, and more of neither. */
function isBetter(plan: LaidOutPrint, than: LaidOutPrint): boolean {
  const [sheets, most] = [plan.layout.sheets.length, than.layout.sheets.length]
  if (sheets > most || plan.lengthIn > than.lengthIn) return false
  return sheets < most || plan.lengthIn < than.lengthIn
}

function documentFor({ layout }: LaidOutPrint, { items, template }: Printable): LayoutDocument {
  const { id: sheetTemplateId, packing } = template
  return documentOf(layout, items, { sheetTemplateId, packing })
}

async function search(
  env: Env,
  attempt: SearchingAttempt,
  { items, template }: Printable,
  begun: LaidOutPrint | null,
): Promise<LaidOutPrint> {
  const progress = openSearchProgress(env, attempt)
  let share = 0
  const onShare = (done: number) => {
    share = done
  }
  const pause = async () => {
    await rest()
    await progress.beat()
    progress.report(share)
  }
  const request = { effort: attempt.searchEffort, onShare, ...(begun && lyingIn(begun)) }
  const plan = await planPrintPausing(items, template, layoutHost, request, pause)
  if (plan.kind === "too-large") throw new Error(`items ${plan.items} of ${attempt.printId} are too large`)
  const { violations } = plan
  if (violations.length > 0) logError("nest failed its check", { attemptId: attempt.id, violations })
  return plan
}

/** Returns the places of a layout's copies, and of those that are pinned. */
function lyingIn({ layout }: LaidOutPrint): { pins: LaidCopy[]; start: LaidCopy[] } {
  const pinned = layout.sheets.map(({ placements, ...sheet }) => ({
    ...sheet,
    placements: placements.filter((placement) => placement.pinned),
  }))
  return { pins: laidCopies({ sheets: pinned }), start: laidCopies(layout) }
}
