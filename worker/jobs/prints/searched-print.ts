import { valuesJson } from "../../../contract/artwork/artwork-values.ts"
import { ApiError } from "../../../contract/error.ts"
import type { Id } from "../../../contract/id.ts"
import { laidCopies } from "../../../sheet/layout/laid-copies.ts"
import type { Effort, LaidCopy, Layout } from "../../../sheet/layout/layout.ts"
import { type LaidOutPrint, planPrintPausing } from "../../../sheet/preflight/plan-print.ts"
import { databaseOf } from "../../data/database.ts"
import type { AttemptRow } from "../../data/prints/attempt-rows.ts"
import { type FullItem, listItems } from "../../data/prints/print-item-rows.ts"
import { findPrint, type PrintRow } from "../../data/prints/print-rows.ts"
import { findSheetTemplate } from "../../data/prints/sheet-template-rows.ts"
import type { Env } from "../../env.ts"
import { askForPieces } from "../../flows/pieces/find-pieces.ts"
import { AttemptOverError, openSearchProgress } from "../../flows/prints/attempt-progress.ts"
import {
  hasPiece,
  type Printable,
  readPrintable,
  wantedPieces,
  withSilhouettes,
} from "../../flows/prints/read-printable.ts"
import { packedAs } from "../../flows/prints/stored-layout.ts"
import { rest } from "../../isolate/rest.ts"
import { layoutHost } from "../../layout-host.ts"
import { logError } from "../../log.ts"
import { drawVariants } from "../pieces/draw-pieces.ts"

/** An attempt whose layout is being searched. */
export type SearchingAttempt = AttemptRow & { searchEffort: NonNullable<AttemptRow["searchEffort"]> }

export function isSearching(attempt: AttemptRow | null): attempt is SearchingAttempt {
  return attempt?.state === "stamping" && attempt.searchEffort !== null
}

type SearchedPrint = { print: PrintRow; own: Printable; printable: Printable }

/** Reads the print again: artwork, sizes and template may have changed since the start. */
export async function readSearched(env: Env, attempt: SearchingAttempt): Promise<SearchedPrint> {
  const { print, sheetTemplateId } = await findSearched(env, attempt)
  const items = await drawMissingPieces(env, attempt, sheetTemplateId)
  const own = await readPrintable(env, print, { sheetTemplateId, items })
  return { print, own, printable: await withSilhouettes(env, packedAs(attempt.packing, own)) }
}

/** Reads the print of which a section is searched: its pieces are drawn. Silhouettes are not read. */
export async function readDealt(env: Env, attempt: SearchingAttempt): Promise<Printable> {
  const { print, sheetTemplateId } = await findSearched(env, attempt)
  return readPrintable(env, print, { sheetTemplateId })
}

async function findSearched(
  env: Env,
  { userId, printId }: SearchingAttempt,
): Promise<{ print: PrintRow; sheetTemplateId: Id }> {
  const print = await findPrint(databaseOf(env), userId, printId)
  if (!print) throw new AttemptOverError(`print ${printId} is deleted`)
  const { sheetTemplateId } = print
  if (sheetTemplateId === null)
    throw new ApiError(
      "unprocessable",
      "The print's sheet template was deleted. Choose another one and process the print again.",
    )
  return { print, sheetTemplateId }
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

type SearchRequest = {
  effort: Effort
  /** The layout that the search begins from, with the pins that stay. */
  begun?: Pick<LaidOutPrint, "layout"> | null
  /** True if others search the same print: then nobody is told how far this search is. */
  isPart?: boolean
}

/**
 * Searches the layout of items, and keeps their attempt alive meanwhile. Throws AttemptOverError once that has ended.
 */
export async function searchLayout(
  env: Env,
  attempt: SearchingAttempt,
  { items, template }: Pick<Printable, "items" | "template">,
  { effort, begun = null, isPart = false }: SearchRequest,
): Promise<LaidOutPrint> {
  const progress = openSearchProgress(env, attempt)
  let share = 0
  const onShare = (done: number) => {
    share = done
  }
  const pause = async () => {
    await rest()
    await progress.beat()
    if (!isPart) progress.report(share)
  }
  const request = { effort, onShare, ...(begun && lyingIn(begun.layout)) }
  const plan = await planPrintPausing(items, template, layoutHost, request, pause)
  if (plan.kind === "too-large") throw new Error(`items ${plan.items} of ${attempt.printId} are too large`)
  const { violations } = plan
  if (violations.length > 0) logError("nest failed its check", { attemptId: attempt.id, violations })
  return plan
}

/** Returns the places of a layout's copies, and of those that are pinned. */
function lyingIn(layout: Layout): { pins: LaidCopy[]; start: LaidCopy[] } {
  const pinned = layout.sheets.map(({ placements, ...sheet }) => ({
    ...sheet,
    placements: placements.filter((placement) => placement.pinned),
  }))
  return { pins: laidCopies({ sheets: pinned }), start: laidCopies(layout) }
}
