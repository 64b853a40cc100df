import { ApiError } from "../../../contract/error.ts"
import type { RenderMessage } from "../../../contract/message.ts"
import type { LayoutDocument } from "../../../contract/prints/layout.ts"
import { documentOf } from "../../../sheet/preflight/layout-document.ts"
import type { LaidOutPrint } from "../../../sheet/preflight/plan-print.ts"
import { databaseOf } from "../../data/database.ts"
import { storeAttemptLayout } from "../../data/prints/attempt-layout-rows.ts"
import { type AttemptRow, findAttempt, touchRunning } from "../../data/prints/attempt-rows.ts"
import type { PrintRow } from "../../data/prints/print-rows.ts"
import { listSections } from "../../data/prints/search-section-rows.ts"
import type { Env } from "../../env.ts"
import { AttemptOverError, tellProgress } from "../../flows/prints/attempt-progress.ts"
import { failAttempt } from "../../flows/prints/end-attempt.ts"
import { queueLayout, queueStamps, sendStamps } from "../../flows/prints/queue-renders.ts"
import type { Printable } from "../../flows/prints/read-printable.ts"
import { PREPARE_FOR_MS } from "../../flows/prints/refuse-unprintable.ts"
import { attemptLayoutOf } from "../../flows/prints/sheets-of-layout.ts"
import { findBeginning, newStoredLayout } from "../../flows/prints/stored-layout.ts"
import { runAlone } from "../../raster/raster-host.ts"
import { dealPrint, joinedPrint, queueSearch } from "./search-sections.ts"
import { isSearching, readSearched, type SearchingAttempt, searchLayout } from "./searched-print.ts"

/** The pause before a layout looks again whether its artwork is ready: a person waits. */
const LATER_S = 2

type LayoutMessage = Extract<RenderMessage, { kind: "layout" }>

/**
 * Searches an attempt's layout, stores its stamps and sheets, and queues the stamps. The search begins
 * from the print's stored document if that fits: its pins stay, and it is printed itself if nothing
 * better is found. Artwork that is drawn anew since the start, as its fields or fonts have changed, is waited for. A second
 * message finds the layout stored. If the attempt ends meanwhile, nothing is stored. The print keeps the document, so that it is the same sheet when it is processed again.
 *
 * A print of many copies is dealt out to sections, each searched by a message of its own. The last of these queues this
 * again, which joins them; a message that finds some missing queues them again, and once the time is up does without.
 */
export async function layOutPrint(env: Env, { attemptId, isTimeUp }: LayoutMessage): Promise<void> {
  const attempt = await findAttempt(databaseOf(env), attemptId)
  if (!isSearching(attempt)) return
  try {
    const sections = await listSections(databaseOf(env), attemptId)
    if (!isTimeUp && sections.some(({ isDone }) => !isDone)) return await queueSearch(env, attempt)
    const { print, own, printable } = await readSearched(env, attempt)
    const begun = await beginningOf(env, attempt, { print, own })
    if (sections.length === 0 && (await dealPrint(env, attempt, printable, begun))) return
    const searched = await runAlone(async () => {
      const joined = sections.length > 0 ? await joinedPrint(env, attempt, printable, sections) : null
      return joined ?? (await searchLayout(env, attempt, printable, { effort: attempt.searchEffort, begun }))
    })
    const plan = begun && !isBetter(searched, begun) ? begun : searched
    const { dpi, mirror } = printable.template
    const hasSections = sections.length > 0
    const layout = { ...(await attemptLayoutOf(env, plan, printable)), dpi, mirror, hasSections }
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
