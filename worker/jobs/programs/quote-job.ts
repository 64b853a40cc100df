import { valuesJson } from "../../../contract/artwork/artwork-values.ts"
import type { InkSeverity } from "../../../contract/artwork/ink.ts"
import type { Id } from "../../../contract/id.ts"
import { MAX_JOB_FINDINGS } from "../../../contract/limit.ts"
import { costInUnits } from "../../../contract/prints/cost.ts"
import { costOf } from "../../../contract/prints/print-cost.ts"
import type { JobQuote } from "../../../contract/programs/job.ts"
import type { Packing } from "../../../contract/status.ts"
import { inkSqInOf } from "../../../sheet/preflight/ink-area.ts"
import type { LaidOutPrint } from "../../../sheet/preflight/plan-print.ts"
import type { FullItem } from "../../data/prints/print-item-rows.ts"
import type { PrintRow } from "../../data/prints/print-rows.ts"
import type { Env } from "../../env.ts"
import { inkOf, planDryRun, warningsOf } from "../../flows/prints/dry-run.ts"
import { type Printable, withMadeSilhouettes } from "../../flows/prints/read-printable.ts"
import type { SizedJobItem } from "./job-pieces.ts"

type QuoteRequest = {
  sheetTemplateId: Id | undefined
  packing: Packing | undefined
  /** The items of a print that is not stored. */
  items: readonly FullItem[] | undefined
  /** The job's item by the print's. */
  numbers: ReadonlyMap<string, number>
}

/** Lays a job's print out quickly, keeps that with its draft, and returns what it takes. Throws as a dry run does. */
export async function quoteJob(
  env: Env,
  print: PrintRow,
  { items, numbers, ...request }: QuoteRequest,
): Promise<{ quote: JobQuote; isInkChecked: boolean }> {
  const isKept = items === undefined
  const { plan, printable } = await planDryRun(env, print, { ...request, isKept, ...(items && { items }) })
  const ink = await inkOf(env, printable, { isKept: true })
  const numbered = <T extends { itemId: Id }>({ itemId, ...rest }: T) => ({
    item: numbers.get(itemId) ?? 0,
    ...rest,
  })
  const findings = ink.findings
    .map(numbered)
    .sort((a, b) => severityOrder[a.severity] - severityOrder[b.severity])
    .slice(0, MAX_JOB_FINDINGS)
  const quote = {
    credits: print.isTest ? 0 : plan.copies,
    filmIn: plan.lengthIn,
    cost: print.isTest ? null : await quotedCost(env, plan, printable),
    warnings: warningsOf(printable).map(numbered),
    findings: findings.map(({ item, code, severity, isAccepted, figure, limit, unit, text }) => ({
      ...{ item, code, severity, isAccepted, figure, limit, unit, text },
    })),
  }
  return { quote, isInkChecked: ink.notChecked.every(({ reason }) => reason !== null) }
}

const severityOrder: Record<InkSeverity, number> = { bad: 0, warn: 1, note: 2 }

async function quotedCost(env: Env, plan: LaidOutPrint, printable: Printable): Promise<JobQuote["cost"]> {
  const { prices } = printable.template
  if (prices === null) return null
  const { items, template } = await withMadeSilhouettes(env, printable)
  return costInUnits(
    costOf(prices, {
      filmIn: plan.lengthIn,
      boxesFilmIn: plan.boxesLengthIn,
      inkSqIn: inkSqInOf(plan.layout, items, template),
      credits: plan.copies,
    }),
  )
}

/** Returns the first item of a job that is in each item of its print: equal ones are one there. */
export function itemNumbers(
  items: readonly FullItem[],
  pieces: readonly SizedJobItem[],
): Map<string, number> {
  const keyOf = (imageId: Id | null, sizeId: Id | null, values: string) => `${imageId} ${sizeId} ${values}`
  const numbers = new Map<string, number>()
  for (const [number, { image, size, values = {} }] of pieces.entries()) {
    const key = keyOf(image.id, size.id, valuesJson(values))
    if (!numbers.has(key)) numbers.set(key, number)
  }
  return new Map(
    items.flatMap(({ id, imageId, sizeId, fieldValues }) => {
      const number = numbers.get(keyOf(imageId, sizeId, fieldValues))
      return number === undefined ? [] : [[id, number] as const]
    }),
  )
}
