import { destinationWords } from "../../../contract/delivery/destination-words.ts"
import type { Id } from "../../../contract/id.ts"
import { asTyped, lengthText } from "../../../contract/length.ts"
import type { LayoutDocument } from "../../../contract/prints/layout.ts"
import type { LayoutReply, PrintWarning } from "../../../contract/prints/print.ts"
import type { PrintInk } from "../../../contract/prints/print-ink.ts"
import type { Packing } from "../../../contract/status.ts"
import { documentOf } from "../../../sheet/preflight/layout-document.ts"
import { type LaidOutPrint, planPrintPausing } from "../../../sheet/preflight/plan-print.ts"
import { printWarnings } from "../../../sheet/preflight/warnings.ts"
import type { FullItem } from "../../data/prints/print-item-rows.ts"
import type { PrintRow } from "../../data/prints/print-rows.ts"
import type { Env } from "../../env.ts"
import { rest } from "../../isolate/rest.ts"
import { layoutHost } from "../../layout-host.ts"
import { logError } from "../../log.ts"
import { settingsUnder } from "../artwork/find-ink.ts"
import { printInkOf } from "./print-findings.ts"
import { proveLayout } from "./prove-layout.ts"
import { type Printable, readPrintable, withSilhouettes } from "./read-printable.ts"
import { adoptLayout, findStoredLayout, packedAs, storeLayout } from "./stored-layout.ts"

/**
 * The copies from which a nest takes longer than a dry run may, and saves two hundredths of the film at
 * most: boxes are laid out instead, which shapes may lie in as well.
 */
const MOST_NESTED_COPIES = 100

/** The layout of a print, with all that it was made of. */
type DryRun = { document: LayoutDocument; plan: LaidOutPrint; printable: Printable }
type DryRunRequest = { sheetTemplateId?: Id | undefined; packing?: Packing | undefined; isKept: boolean }

/**
 * Returns the layout that processing would print: the stored document if it fits, else one searched for
 * a tenth of a second at most, which is stored if `isKept`. Throws as `readPrintable` does.
 */
export async function dryRun(env: Env, print: PrintRow, request: DryRunRequest): Promise<LayoutReply> {
  const { document, plan, printable } = await planDryRun(env, print, request)
  return { ...replyOf(print, document, plan, printable), ...(await inkOf(env, printable, request)) }
}

/** Does the same for `items`, those of a print that is not stored, if they are given; returns the plan. */
export async function planDryRun(
  env: Env,
  print: PrintRow,
  { items, isKept, ...request }: DryRunRequest & { items?: readonly FullItem[] },
): Promise<DryRun> {
  const { sheetTemplateId, packing: wanted } = request
  const stored = await findStoredLayout(env, print, request)
  if (stored) {
    const { document, printable, boxesLengthIn } = stored
    return { document, printable, plan: await proveLayout(env, printable, document, { boxesLengthIn }) }
  }
  const own = await readPrintable(env, print, { sheetTemplateId, items })
  const printable = await withSilhouettes(env, wanted ? packedAs(wanted, own) : own)
  const plan = await quickPlan(print, printable)
  const { id, packing } = printable.template
  const document = documentOf(plan.layout, printable.items, { sheetTemplateId: id, packing })
  if (isKept) await storeLayout(env, print, { document, plan, printable: own })
  return { document, plan, printable }
}

/** Stores a document as `adoptLayout` does, and returns it as a dry run does. */
export async function keepLayout(
  env: Env,
  print: PrintRow,
  document: LayoutDocument,
  request: { keepsPins: boolean },
): Promise<LayoutReply> {
  const { plan, printable } = await adoptLayout(env, print, document, request)
  return { ...replyOf(print, document, plan, printable), ...(await inkOf(env, printable, { isKept: true })) }
}

/** Returns what is known of the ink of a print; new checks are queued if it is kept. */
export async function inkOf(
  env: Env,
  { items, template, destination }: Printable,
  { isKept }: { isKept: boolean },
): Promise<PrintInk> {
  const wanted = items.map(({ id, image, widthIn, shopMends }) => ({
    ...{ id, imageId: image.id },
    ...{ widthIn, shopMends },
  }))
  const print = { userId: template.userId, items: wanted }
  return printInkOf(env, print, settingsUnder(template, destination), { isAsked: isKept })
}

async function quickPlan(print: PrintRow, { items, template }: Printable): Promise<LaidOutPrint> {
  const copies = items.reduce((sum, { quantity }) => sum + quantity, 0)
  const nesting = copies > MOST_NESTED_COPIES ? "boxes" : template.nesting
  const film = { ...template, nesting }
  const plan = await planPrintPausing(items, film, layoutHost, { effort: "quick" }, rest)
  if (plan.kind === "too-large") throw new Error(`items ${plan.items} of print ${print.id} are too large`)
  const { violations } = plan
  if (violations.length > 0) logError("nest failed its check", { printId: print.id, violations })
  return plan
}

/** Returns the reply; the plan has the document's placements, in the document's order. */
function replyOf(
  { isTest }: PrintRow,
  document: LayoutDocument,
  plan: LaidOutPrint,
  printable: Printable,
): Omit<LayoutReply, keyof PrintInk> {
  const { layout, lengthIn, boxesLengthIn, utilisation, copies } = plan
  const sheets = layout.sheets.map(({ widthPx, placements }, index) => {
    const { lengthPx, placements: placed } = document.sheets[index]
    const sized = placements.map(({ widthPx, heightPx, rotated, halfTurned }, i) => {
      return { ...placed[i], widthPx, heightPx, rotated, ...(halfTurned ? { halfTurned } : {}) }
    })
    return { widthPx, lengthPx, placements: sized }
  })
  return {
    sheetTemplateId: document.sheetTemplateId,
    packing: document.packing,
    dpi: printable.template.dpi,
    sheets,
    ...{ lengthIn, boxesLengthIn, utilisation, copies },
    credits: isTest ? 0 : copies,
    destination: destinationReply(printable, sheets.length),
    warnings: warningsOf(printable),
  }
}

function destinationReply(
  { destination, template: { maxLengthIn, mirror }, lengthUnit }: Printable,
  sheets: number,
): LayoutReply["destination"] {
  if (!destination) return null
  const { _id, name, formats } = destination
  const message = destinationWords(destination, { maxLengthIn, mirror, sheets }, lengthUnit)
  return { _id, name, formats, maxLengthIn, message }
}

/** Returns what a seller should know of the items before they are printed. */
export function warningsOf({ items, template, lengthUnit }: Printable): PrintWarning[] {
  const widthText = (widthIn: number) => lengthText(asTyped(widthIn, lengthUnit), lengthUnit)
  return printWarnings(items, template, widthText).map(({ item, kind, message }) => ({
    itemId: items[item].id,
    kind,
    message,
  }))
}
