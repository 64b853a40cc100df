import { createHash } from "node:crypto"
import { ApiError } from "../../../contract/error.ts"
import type { Id } from "../../../contract/id.ts"
import { keepsPins, type LayoutDocument } from "../../../contract/prints/layout.ts"
import type { Packing } from "../../../contract/status.ts"
import { labelStrip } from "../../../sheet/preflight/label-strip.ts"
import type { LaidOutPrint } from "../../../sheet/preflight/plan-print.ts"
import { layoutTemplateOf } from "../../../sheet/preflight/print-layout.ts"
import { databaseOf } from "../../data/database.ts"
import {
  findPrintLayout,
  findPrintLayoutToPlan,
  type NewStoredLayout,
  storePrintLayout,
} from "../../data/prints/print-layout-rows.ts"
import type { PrintRow } from "../../data/prints/print-rows.ts"
import type { Env } from "../../env.ts"
import { logWarning } from "../../log.ts"
import { proveLayout } from "./prove-layout.ts"
import { type Printable, readPrintable, withSilhouettes } from "./read-printable.ts"

/** A document that fits its print, and the print as it packs it. */
export type FittingLayout = { document: LayoutDocument; printable: Printable; boxesLengthIn: number }

/** The template and the way to pack that a layout has to be for; any unless given. */
type LayoutRequest = { sheetTemplateId?: Id; packing?: Packing; mayWait?: boolean }

/**
 * Returns the stored document of a print, if it is one for the template and packing asked for, and
 * neither items nor template have changed since it was proved; else null. Silhouettes are not read.
 * Throws as `readPrintable` does if there is a document, but the print cannot be printed.
 */
export async function findStoredLayout(
  env: Env,
  print: PrintRow,
  request: LayoutRequest,
): Promise<FittingLayout | null> {
  const stored = await findPrintLayoutToPlan(databaseOf(env), print.id)
  if (!stored || !isFor(stored.document, request)) return null
  const { sheetTemplateId, packing } = stored.document
  const { settings } = stored
  const printable = await readPrintable(env, print, { sheetTemplateId, settings, mayWait: request.mayWait })
  if (layoutDigest(printable) !== stored.digest) return null
  return { ...stored, printable: packedAs(packing, printable) }
}

/**
 * Returns the stored layout of a print, proved again, if it fits `own`, packed so; else null. It is
 * proved because an older version may have stored it.
 */
export async function findBeginning(
  env: Env,
  { id }: PrintRow,
  own: Printable,
  packing: Packing,
): Promise<LaidOutPrint | null> {
  const stored = await findPrintLayout(databaseOf(env), id)
  const { id: sheetTemplateId } = own.template
  if (!stored || !isFor(stored.document, { sheetTemplateId, packing })) return null
  if (layoutDigest(own) !== stored.digest) return null
  return provedOrNull(env, id, packedAs(packing, own), stored)
}

/** Returns `proveLayout`, and null for a stored document that breaks a rule. */
export async function provedOrNull(
  env: Env,
  printId: Id,
  printable: Printable,
  { document, boxesLengthIn }: Pick<FittingLayout, "document"> & { boxesLengthIn?: number },
): Promise<LaidOutPrint | null> {
  try {
    return await proveLayout(env, printable, document, { boxesLengthIn })
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "layout-invalid")) throw error
    logWarning("stored layout not proved, another is searched", { printId, error })
    return null
  }
}

function isFor(document: LayoutDocument, { sheetTemplateId, packing }: LayoutRequest): boolean {
  if (sheetTemplateId && sheetTemplateId !== document.sheetTemplateId) return false
  return !packing || packing === document.packing
}

/** Returns `findStoredLayout`, and null too for a print that cannot be printed as it is. */
export async function findFittingLayout(env: Env, print: PrintRow): Promise<FittingLayout | null> {
  return findStoredLayout(env, print, {}).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === "unprocessable") return null
    throw error
  })
}

export type AdoptedLayout = { plan: LaidOutPrint; printable: Printable }

/**
 * Proves a document for a print and stores it. `printable` is packed as the document says. Throws
 * `layout-invalid`, or as `readPrintable` does, and with `keepsPins` where the stored one has other pins.
 */
export async function adoptLayout(
  env: Env,
  print: PrintRow,
  document: LayoutDocument,
  request: { keepsPins: boolean } = { keepsPins: false },
): Promise<AdoptedLayout> {
  const own = await readPrintable(env, print, { sheetTemplateId: document.sheetTemplateId })
  if (request.keepsPins) await refuseLostPins(env, own, print, document)
  const printable = await withSilhouettes(env, packedAs(document.packing, own))
  const plan = await proveLayout(env, printable, document)
  await storeLayout(env, print, { document, plan, printable: own })
  return { plan, printable }
}

async function refuseLostPins(env: Env, own: Printable, { id }: PrintRow, document: LayoutDocument) {
  const stored = await findPrintLayout(databaseOf(env), id)
  if (!stored || !isFor(stored.document, document) || layoutDigest(own) !== stored.digest) return
  if (!keepsPins(stored.document, document))
    throw new ApiError(
      "conflict",
      "Pieces of this sheet were placed by hand on another page. Load this page again to see them.",
    )
}

/** Stores a document that was proved for `printable`, which has its own packing. */
export async function storeLayout(env: Env, print: PrintRow, proved: ProvedLayout): Promise<void> {
  await storePrintLayout(databaseOf(env), print.id, newStoredLayout(proved), Date.now())
}

type ProvedLayout = { document: LayoutDocument; plan: LaidOutPrint; printable: Printable }

/** Returns the row of a document: see `storeLayout`. */
export function newStoredLayout({ document, plan, printable }: ProvedLayout): NewStoredLayout {
  const { lengthIn, boxesLengthIn } = plan
  return { document, digest: layoutDigest(printable), lengthIn, boxesLengthIn }
}

/** Returns the same print, packed another way than its template says. */
export function packedAs(packing: Packing, printable: Printable): Printable {
  return { ...printable, template: { ...printable.template, packing } }
}

/**
 * Returns a digest of all that decides where pieces may lie, and of the template's own packing, whose
 * change asks for another layout.
 */
function layoutDigest({ items, template }: Printable): string {
  const film = { id: template.id, ...layoutTemplateOf(template) }
  // The height of labels may change with a version of the app; other layouts stay as they are.
  const strip = template.labels ? [labelStrip(template)] : []
  const pieces = items.map(({ id, widthIn, quantity, image }) => {
    const { sourceKey, widthPx, heightPx, trim, shownTrim, piece } = image
    const own = piece ? [shownTrim, piece.digest] : []
    return [id, widthIn, quantity, sourceKey, widthPx, heightPx, trim, ...own]
  })
  return createHash("sha256")
    .update(JSON.stringify([film, ...strip, pieces]))
    .digest("base64url")
}
