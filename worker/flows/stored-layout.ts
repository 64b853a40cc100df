import { createHash } from "node:crypto"
import { ApiError } from "../../contract/error.ts"
import type { Id } from "../../contract/id.ts"
import type { LayoutDocument } from "../../contract/layout.ts"
import type { Packing } from "../../contract/status.ts"
import { labelStrip } from "../../sheet/preflight/label-strip.ts"
import type { LaidOutPrint } from "../../sheet/preflight/plan-print.ts"
import { databaseOf } from "../data/database.ts"
import { findPrintLayout, storePrintLayout } from "../data/print-layout-rows.ts"
import type { PrintRow } from "../data/print-rows.ts"
import type { Env } from "../env.ts"
import { proveLayout } from "./prove-layout.ts"
import { type Printable, readPrintable, withSilhouettes } from "./read-printable.ts"

/** A document that fits its print, and what it prints, with the document's packing. */
export type FittingLayout = { document: LayoutDocument; printable: Printable; boxesLengthIn: number }

/**
 * The stored document of a print, if it is one for the template and packing asked for, and neither
 * items nor template have changed since it was proved; else null. Silhouettes are not read. Throws
 * as `readPrintable` does where there is a document, but the print cannot be printed.
 */
export async function findStoredLayout(
  env: Env,
  print: PrintRow,
  wish: { sheetTemplateId?: Id; packing?: Packing },
): Promise<FittingLayout | null> {
  const stored = await findPrintLayout(databaseOf(env), print.id)
  if (!stored) return null
  const { document, digest, boxesLengthIn } = stored
  const { sheetTemplateId, packing } = document
  if (wish.sheetTemplateId && wish.sheetTemplateId !== sheetTemplateId) return null
  if (wish.packing && wish.packing !== packing) return null
  const printable = await readPrintable(env, print, { sheetTemplateId })
  if (layoutDigest(printable) !== digest) return null
  return { document, boxesLengthIn, printable: packedAs(packing, printable) }
}

/** `findStoredLayout`, and null too for a print that cannot be printed as it is. */
export async function findFittingLayout(env: Env, print: PrintRow): Promise<FittingLayout | null> {
  return findStoredLayout(env, print, {}).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === "unprocessable") return null
    throw error
  })
}

/**
 * Proves a document for a print and stores it. `printable` is packed as the document says. Throws
 * `layout-invalid`, or as `readPrintable` does.
 */
export async function adoptLayout(
  env: Env,
  print: PrintRow,
  document: LayoutDocument,
): Promise<{ plan: LaidOutPrint; printable: Printable }> {
  const own = await readPrintable(env, print, { sheetTemplateId: document.sheetTemplateId })
  const printable = await withSilhouettes(env, packedAs(document.packing, own))
  const plan = await proveLayout(env, printable, document)
  await storeLayout(env, print, { document, plan, printable: own })
  return { plan, printable }
}

/** Stores a document that was proved for what `printable` prints; `printable` has its own packing. */
export async function storeLayout(
  env: Env,
  print: PrintRow,
  { document, plan, printable }: { document: LayoutDocument; plan: LaidOutPrint; printable: Printable },
): Promise<void> {
  const { lengthIn, boxesLengthIn } = plan
  const stored = { document, digest: layoutDigest(printable), lengthIn, boxesLengthIn }
  await storePrintLayout(databaseOf(env), print.id, stored, Date.now())
}

/** The same print, packed another way than its template says. */
export function packedAs(packing: Packing, printable: Printable): Printable {
  return { ...printable, template: { ...printable.template, packing } }
}

/**
 * Covers all that decides where pieces may lie, and the template's own packing: whoever changes
 * that wants another layout.
 */
function layoutDigest({ items, template }: Printable): string {
  const { id, widthIn, maxLengthIn, edgeIn, gapIn, dpi, rotate, trim, mirror, labels } = template
  const { nesting, useHoles, packing } = template
  const size = [id, widthIn, maxLengthIn, edgeIn, gapIn, dpi, rotate, trim, mirror, labels]
  const film = [...size, nesting, useHoles, packing]
  // How high labels are may change with a version of the app; other layouts stay as they are.
  const strip = labels ? [labelStrip(template)] : []
  const pieces = items.map(({ id, widthIn, quantity, image }) => {
    const { sourceKey, widthPx, heightPx, trim, shownTrim, piece } = image
    const own = piece ? [shownTrim, piece.digest] : []
    return [id, widthIn, quantity, sourceKey, widthPx, heightPx, trim, ...own]
  })
  return createHash("sha256")
    .update(JSON.stringify([film, ...strip, pieces]))
    .digest("base64url")
}
