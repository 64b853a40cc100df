import { ApiError } from "../../../contract/error.ts"
import type { Id } from "../../../contract/id.ts"
import type { RenderMessage } from "../../../contract/message.ts"
import type { LayoutDocument } from "../../../contract/prints/layout.ts"
import { finishPausing } from "../../../sheet/in-steps.ts"
import type { Layout } from "../../../sheet/layout/layout.ts"
import { dealSections } from "../../../sheet/preflight/deal-sections.ts"
import { documentOf, layoutOf } from "../../../sheet/preflight/layout-document.ts"
import type { LaidOutPrint } from "../../../sheet/preflight/plan-print.ts"
import {
  hasSections,
  joinSections,
  keepsSheets,
  mayHaveSections,
  type PrintSection,
  sectionItems,
  sectionLayout,
  sectionsOfSheets,
} from "../../../sheet/preflight/print-sections.ts"
import { databaseOf } from "../../data/database.ts"
import { laneOf } from "../../data/prints/attempt-layout-rows.ts"
import {
  findSectionToSearch,
  insertSections,
  markSectionDone,
  type NewSection,
  type SearchSection,
  type SectionCopies,
  type SectionSheets,
} from "../../data/prints/search-section-rows.ts"
import type { RenderLane } from "../../data/prints/tables.ts"
import type { Env } from "../../env.ts"
import { AttemptOverError, tellProgress } from "../../flows/prints/attempt-progress.ts"
import { queueLayout, queueSection, queueSections } from "../../flows/prints/queue-renders.ts"
import { type Printable, type PrintableItem, withSilhouettes } from "../../flows/prints/read-printable.ts"
import { packedAs, provedOrNull } from "../../flows/prints/stored-layout.ts"
import { rest } from "../../isolate/rest.ts"
import { runAlone } from "../../raster/raster-host.ts"
import { isSearching, readDealt, type SearchingAttempt, searchLayout } from "./searched-print.ts"

/**
 * The time for all sections, from when the first of them are queued. Where consumers are free a longest search takes some
 * half a minute, and a usual one seconds. Sections that have not come by then are laid out quickly.
 */
const SEARCH_S = 240

type SectionMessage = Extract<RenderMessage, { kind: "section" }>
/** A stored section as the engine takes it, and its items as a print of their own. */
type KnownSection = { section: PrintSection; items: PrintableItem[] }

/**
 * Deals a print of many copies out to sections, stores these and queues their searches. False where one search does: then
 * nothing is written. A second call stores none.
 */
export async function dealPrint(
  env: Env,
  attempt: SearchingAttempt,
  printable: Printable,
  begun: LaidOutPrint | null,
): Promise<boolean> {
  const { items, template } = printable
  if (attempt.searchEffort === "quick" || !mayHaveSections(items, template)) return false
  const dealt = await runAlone(() => deal(env, attempt, printable, begun))
  if (dealt === null) return false
  const lane = await insertSections(databaseOf(env), attempt.id, dealt, Date.now())
  if (lane !== null) await queueSearch(env, { ...attempt, lane })
  return true
}

/** Queues the sections of a search that are missing, and the message that ends it when its time is up. */
export async function queueSearch(env: Env, attempt: SearchingAttempt): Promise<void> {
  await queueSections(env, attempt)
  await queueLayout(env, attempt, { delaySeconds: SEARCH_S }, { isTimeUp: true })
}

/** Returns the sections of a print and their lane; null if one search does. */
async function deal(
  env: Env,
  attempt: SearchingAttempt,
  printable: Printable,
  begun: LaidOutPrint | null,
): Promise<{ sections: NewSection[]; lane: RenderLane } | null> {
  const { items, template } = printable
  const isKept = begun !== null && keepsSheets(begun)
  const plan = isKept ? begun : await searchLayout(env, attempt, printable, { effort: "quick", isPart: true })
  if (!hasSections(items, template, plan)) return null
  const sections = isKept
    ? sectionsOfSheets(plan.layout)
    : await finishPausing(dealSections(items, template, plan), rest)
  return {
    sections: sections.map((section, index) => ({
      copies: { items: section.items.map(({ item, copies }) => ({ itemId: items[item].id, copies })) },
      sheets: isKept
        ? sheetsOf(sectionLayout(plan.layout.sheets[index], section), sectionItems(items, section), template)
        : null,
    })),
    lane: laneOf({ stamps: [], sheets: plan.layout.sheets }),
  }
}

function sheetsOf(
  layout: Layout,
  items: readonly PrintableItem[],
  { id: sheetTemplateId, packing }: Printable["template"],
): SectionSheets {
  return documentOf(layout, items, { sheetTemplateId, packing }).sheets
}

/**
 * Searches a section of a print and notes its sheets. The last one queues the layout, any other one more section. A second
 * message finds it done; if the attempt has ended, nothing is written.
 */
export async function searchSection(env: Env, { attemptId, section: number }: SectionMessage): Promise<void> {
  const found = await findSectionToSearch(databaseOf(env), attemptId, number)
  if (!found || !isSearching(found.attempt)) return
  const { attempt, section } = found
  try {
    await noteSection(env, attempt, number, await searchedSheets(env, attempt, section))
  } catch (error) {
    if (error instanceof AttemptOverError) return
    if (!(error instanceof ApiError) || error.code === "unavailable") throw error
    // Its artwork is being drawn anew: a later try finds it.
    if (error.retryAfterS !== undefined) throw error
    // The layout reads the print again, and tells the seller.
    await noteSection(env, attempt, number, null)
  }
}

/** Does without a section's own search after every try has failed. */
export async function giveUpSection(env: Env, { attemptId, section: number }: SectionMessage): Promise<void> {
  const found = await findSectionToSearch(databaseOf(env), attemptId, number)
  if (found && isSearching(found.attempt)) await noteSection(env, found.attempt, number, null)
}

async function noteSection(
  env: Env,
  attempt: SearchingAttempt,
  section: number,
  sheets: SectionSheets | null,
): Promise<void> {
  const result = { attemptId: attempt.id, section, sheets }
  const noted = await markSectionDone(databaseOf(env), result, Date.now())
  if (noted === null) return
  const { remaining, all, next } = noted
  if (remaining === 0) await queueLayout(env, attempt)
  else if (next !== null) await queueSection(env, attempt, next)
  tellProgress(env, attempt, { stage: "layout", done: (all - remaining) / all, total: 1 })
}

async function searchedSheets(
  env: Env,
  attempt: SearchingAttempt,
  { copies, sheets }: SearchSection,
): Promise<SectionSheets | null> {
  const { packing, searchEffort: effort } = attempt
  const own = packedAs(packing, await readDealt(env, attempt))
  const known = knownSection(own.items, copies)
  if (known === null) return null
  const printable = await withSilhouettes(env, { ...own, items: known.items })
  const begun =
    sheets &&
    (await provedOrNull(env, attempt.printId, printable, { document: documentWith(sheets, own.template) }))
  // Sizes or film have changed since it was dealt out: the layout is searched as a whole.
  if (sheets && !begun) return null
  const plan = await runAlone(() => searchLayout(env, attempt, printable, { effort, begun, isPart: true }))
  return sheetsOf(plan.layout, known.items, own.template)
}

/**
 * Returns the whole print as its sections' searches have laid it out, proved. Those that have found nothing are laid out
 * quickly. Null if artwork or template have changed since it was dealt out, so that it is no sound layout any more.
 */
export async function joinedPrint(
  env: Env,
  attempt: SearchingAttempt,
  printable: Printable,
  rows: readonly SearchSection[],
): Promise<LaidOutPrint | null> {
  const { items, template } = printable
  const sections: PrintSection[] = []
  const layouts: Layout[] = []
  for (const { copies, sheets } of rows) {
    const known = knownSection(items, copies)
    if (known === null) return null
    const part = { items: known.items, template }
    sections.push(known.section)
    layouts.push(
      sheets
        ? layoutOf(documentWith(sheets, template), known.items, template)
        : (await searchLayout(env, attempt, part, { effort: "quick", isPart: true })).layout,
    )
  }
  const document = documentWith(sheetsOf(joinSections(sections, layouts), items, template), template)
  return provedOrNull(env, attempt.printId, printable, { document })
}

function documentWith(
  sheets: SectionSheets,
  { id: sheetTemplateId, packing }: Printable["template"],
): LayoutDocument {
  return { sheetTemplateId, packing, sheets }
}

/** Returns a stored section of the print; null if an item of it is gone. */
function knownSection(items: readonly PrintableItem[], copies: SectionCopies): KnownSection | null {
  const indexOf = new Map<Id, number>(items.map(({ id }, index) => [id, index]))
  const own = copies.items.flatMap(({ itemId, copies }) => {
    const item = indexOf.get(itemId)
    return item === undefined ? [] : [{ item, copies }]
  })
  if (own.length < copies.items.length) return null
  const section = { items: own }
  return { section, items: sectionItems(items, section) }
}
