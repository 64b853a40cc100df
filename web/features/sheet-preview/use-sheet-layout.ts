import { useEffect, useMemo, useRef, useState } from "react"
import {
  type LaidOutPrint,
  labelsOf,
  type PrintEffort,
  type PrintPlan,
} from "../../../sheet/preflight/plan-print.ts"
import type { SheetLabel } from "../../../sheet/raster/label/draw-label.ts"
import { createLayoutClient, type LayoutClient, type LayoutQuestion } from "./layout-client.ts"
import { type PlacedItem, type PreviewItem, type PreviewTemplate, placedItems } from "./preview-item.ts"

/** A packed print: piece `i` of the layout is `items[i]`. */
export type PackedSheets = LaidOutPrint & {
  items: PlacedItem[]
  /** For each sheet, the label of each of its placements; none where labels are off. */
  labels: SheetLabel[][]
  dpi: number
  template: PreviewTemplate
}

export type SheetLayoutState =
  | { kind: "empty" }
  /** `last` is what lay there before the change, until the new layout is in. */
  | { kind: "packing"; last: PackedSheets | null }
  /** `isFinal` once the layout is the one the print is processed with. */
  | { kind: "packed"; packed: PackedSheets; isFinal: boolean }
  | { kind: "too-large"; itemIds: string[] }
  | { kind: "failed" }

/** True until the layout is the one the print is processed with. */
export function isSettling(state: SheetLayoutState): boolean {
  return state.kind === "packing" || (state.kind === "packed" && !state.isFinal)
}

type Known = { plan: PrintPlan; isFinal: boolean }
type Answer = Known & { key: string }

/** Finished layouts while the page lives, so that a modal over the builder shows one at once. */
const known = new Map<string, PrintPlan>()
const MAX_KNOWN = 24

/**
 * Packs the items on the template's film, off the page's thread, on every change. A longer search
 * shows the usual one's result until it finds a better one.
 */
export function useSheetLayout(
  items: readonly PreviewItem[],
  template: PreviewTemplate | null,
  effort: PrintEffort = "balanced",
): SheetLayoutState {
  const question = useMemo(
    () => (template ? layoutQuestion(items, template, effort) : null),
    [items, template, effort],
  )
  const key = question?.key ?? ""
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [failedKey, setFailedKey] = useState("")
  const client = useRef<LayoutClient | null>(null)
  const last = useRef<PackedSheets | null>(null)

  useEffect(
    () => () => {
      client.current?.close()
      client.current = null
    },
    [],
  )

  useEffect(() => {
    if (key === "" || known.has(key)) return
    client.current ??= createLayoutClient(
      () => new Worker(new URL("./layout.worker.ts", import.meta.url), { type: "module" }),
    )
    client.current.ask(JSON.parse(key) as LayoutQuestion, {
      onPlan(plan, isFinal) {
        if (isFinal) remember(key, plan)
        setAnswer({ key, plan, isFinal })
      },
      onFailure: () => setFailedKey(key),
    })
  }, [key])

  const found = useMemo(() => find(question, answer), [question, answer])
  const packed = useMemo(() => (question && found ? pack(question, found.plan) : null), [question, found])
  useEffect(() => {
    if (packed) last.current = packed
    if (key === "") last.current = null
  }, [packed, key])

  if (!question || key === "") return { kind: "empty" }
  if (!found) return failedKey === key ? { kind: "failed" } : { kind: "packing", last: last.current }
  if (packed) return { kind: "packed", packed, isFinal: found.isFinal }
  return { kind: "too-large", itemIds: tooLargeItems(question, found.plan) }
}

/** `key`: the packer's input as JSON, "" without one. `usualKey`: the same with usual effort. */
export type Question = { key: string; usualKey: string; placed: PlacedItem[]; template: PreviewTemplate }

/** The planner's input for these items: the same as the server's when it processes the print. */
export function layoutQuestion(
  items: readonly PreviewItem[],
  template: PreviewTemplate,
  effort: PrintEffort = "balanced",
): Question {
  const placed = placedItems(items)
  if (placed.length === 0) return { key: "", usualKey: "", placed, template }
  const { widthIn, maxLengthIn, edgeIn, gapIn, dpi, rotate, trim, mirror, labels, nesting, packing } =
    template
  const asked = {
    items: placed.map(({ art, widthIn: printedIn, quantity, image, order }) => ({
      image: art,
      widthIn: printedIn,
      quantity,
      silhouetteOf: nesting === "boxes" || image.isOpaque ? null : image._id,
      order,
    })),
    template: { widthIn, maxLengthIn, edgeIn, gapIn, dpi, rotate, trim, mirror, labels, nesting, packing },
  }
  const keyFor = (wanted: PrintEffort) =>
    JSON.stringify({ ...asked, effort: wanted } satisfies LayoutQuestion)
  return { key: keyFor(effort), usualKey: keyFor("balanced"), placed, template }
}

function find(question: Question | null, answer: Answer | null): Known | null {
  if (!question) return null
  const plan = known.get(question.key)
  if (plan) return { plan, isFinal: true }
  const own = answer?.key === question.key ? answer : null
  const usual = known.get(question.usualKey)
  if (usual && !(own && (own.isFinal || isShorter(own.plan, usual)))) return { plan: usual, isFinal: false }
  return own
}

function isShorter(a: PrintPlan, b: PrintPlan): boolean {
  return a.kind === "planned" && b.kind === "planned" && a.lengthIn < b.lengthIn
}

function remember(key: string, plan: PrintPlan) {
  known.set(key, plan)
  for (const oldest of known.keys()) {
    if (known.size <= MAX_KNOWN) break
    known.delete(oldest)
  }
}

function pack({ placed: items, template }: Question, plan: PrintPlan): PackedSheets | null {
  if (plan.kind === "too-large") return null
  const labels = plan.layout.sheets.map((sheet) => labelsOf(sheet, items, template))
  return { ...plan, items, labels, template, dpi: template.dpi }
}

function tooLargeItems(question: Question, plan: PrintPlan): string[] {
  return plan.kind === "too-large" ? plan.items.map((item) => question.placed[item].id) : []
}
