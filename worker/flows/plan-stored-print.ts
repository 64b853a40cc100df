import type { LayoutReply, PrintWarning, ProcessWish } from "../../contract/print.ts"
import { planPrint } from "../../sheet/preflight/plan-print.ts"
import { printWarnings } from "../../sheet/preflight/warnings.ts"
import type { PrintRow } from "../data/print-rows.ts"
import type { SheetTemplateRow } from "../data/sheet-template-rows.ts"
import type { Env } from "../env.ts"
import { layoutHost } from "../layout-host.ts"
import { logError } from "../log.ts"
import { type Printable, readPrintable, withSilhouettes } from "./read-printable.ts"
import { type PlannedSheet, type PlannedStamp, sheetsOf } from "./sheets-of-layout.ts"

type PlannedPrint = {
  template: SheetTemplateRow
  sheets: PlannedSheet[]
  stamps: PlannedStamp[]
  lengthIn: number
  /** Film needed if pieces were nested as boxes. */
  boxesLengthIn: number
  utilisation: number
  copies: number
  /** One per printed copy. */
  credits: number
  warnings: PrintWarning[]
}

/** Plans a print. Writes nothing. Throws as `readPrintable` does. */
export async function planStoredPrint(
  env: Env,
  print: PrintRow,
  { sheetTemplateId, effort }: ProcessWish,
): Promise<PlannedPrint> {
  const printable = await withSilhouettes(env, await readPrintable(env, print, { sheetTemplateId }))
  const { items, template } = printable
  const plan = planPrint(items, template, layoutHost, { effort })
  if (plan.kind === "too-large") throw new Error(`items ${plan.items} of print ${print.id} are too large`)
  if (plan.violations.length > 0) {
    const { violations } = plan
    logError("nest failed its check", { printId: print.id, violations })
  }
  return {
    template,
    ...sheetsOf(plan.layout, printable),
    lengthIn: plan.lengthIn,
    boxesLengthIn: plan.boxesLengthIn,
    utilisation: plan.utilisation,
    copies: plan.copies,
    credits: plan.copies,
    warnings: warningsOf(printable),
  }
}

/** What the seller is warned of before a print. */
export function warningsOf({ items, template }: Printable): PrintWarning[] {
  return printWarnings(items, template).map(({ item, kind, message }) => ({
    itemId: items[item].id,
    kind,
    message,
  }))
}

/** The dry run's answer for a plan. */
export function layoutReply(plan: PlannedPrint): LayoutReply {
  return {
    dpi: plan.template.dpi,
    sheets: plan.sheets.map((sheet) => ({
      ...sheet,
      placements: sheet.placements.map(({ stampKey: _, label: __, ...placement }) => placement),
    })),
    lengthIn: plan.lengthIn,
    boxesLengthIn: plan.boxesLengthIn,
    utilisation: plan.utilisation,
    copies: plan.copies,
    credits: plan.credits,
    warnings: plan.warnings,
  }
}
