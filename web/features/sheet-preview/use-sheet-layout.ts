import { useEffect, useMemo, useRef, useState } from "react"
import type { Layout } from "../../../sheet/layout/layout.ts"
import { describeLayout } from "../../../sheet/layout/utilisation.ts"
import { labelStrip, withoutReserve } from "../../../sheet/preflight/label-strip.ts"
import type { PrintEffort } from "../../../sheet/preflight/plan-print.ts"
import { printLayoutInput } from "../../../sheet/preflight/print-layout.ts"
import {
  createLayoutClient,
  type LayoutClient,
  type LayoutQuestion,
  type PackedResult,
} from "./layout-client.ts"
import { type PlacedItem, type PreviewItem, type PreviewTemplate, placedItems } from "./preview-item.ts"

/** A packed print: piece `i` of the layout is `items[i]`. Lengths in inches. */
export type PackedSheets = {
  layout: Layout
  items: PlacedItem[]
  dpi: number
  template: PreviewTemplate
  lengthIn: number
  /** Share of the film that nesting saves against boxes, 0 to 1; null where nothing is nested. */
  savedShare: number | null
  utilisation: number
  copies: number
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

type Known = { result: PackedResult; isFinal: boolean }
type Answer = Known & { key: string }

/** Finished layouts of this page's life, so that a modal over the builder shows its sheet at once. */
const known = new Map<string, PackedResult>()
const MAX_KNOWN = 24

/**
 * Packs the items on the template's film, off the page's thread, and follows every change. A longer search shows what the
 * usual one has found until it finds better.
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
      onLayout(result, isFinal) {
        if (isFinal) remember(key, result)
        setAnswer({ key, result, isFinal })
      },
      onFailure: () => setFailedKey(key),
    })
  }, [key])

  const found = useMemo(() => find(question, answer), [question, answer])
  const packed = useMemo(() => (question && found ? pack(question, found.result) : null), [question, found])
  useEffect(() => {
    if (packed) last.current = packed
    if (key === "") last.current = null
  }, [packed, key])

  if (!question || key === "") return { kind: "empty" }
  if (!found) return failedKey === key ? { kind: "failed" } : { kind: "packing", last: last.current }
  if (packed) return { kind: "packed", packed, isFinal: found.isFinal }
  return { kind: "too-large", itemIds: tooLargeItems(question, found.result) }
}

/**
 * `key` is what the packer is asked, as JSON; "" where nothing can be packed. `usualKey` asks the same for the usual effort.
 */
export type Question = { key: string; usualKey: string; placed: PlacedItem[]; template: PreviewTemplate }

/** What is asked of the packer for these items: the same as the server asks when the print is processed. */
export function layoutQuestion(
  items: readonly PreviewItem[],
  template: PreviewTemplate,
  effort: PrintEffort = "balanced",
): Question {
  const placed = placedItems(items)
  if (placed.length === 0) return { key: "", usualKey: "", placed, template }
  const asked = placed.map(({ art, widthIn, quantity, image }) => ({
    image: art,
    widthIn,
    quantity,
    silhouetteOf: image.isOpaque ? null : image._id,
  }))
  const { pieces, bounds } = printLayoutInput(asked, template)
  const nest = template.nesting === "shapes" ? { items: asked, template } : null
  const keyFor = (asked: PrintEffort) =>
    JSON.stringify({ pieces, bounds, nest, effort: asked } satisfies LayoutQuestion)
  return { key: keyFor(effort), usualKey: keyFor("balanced"), placed, template }
}

function find(question: Question | null, answer: Answer | null): Known | null {
  if (!question) return null
  const result = known.get(question.key)
  if (result) return { result, isFinal: true }
  const own = answer?.key === question.key ? answer : null
  const usual = known.get(question.usualKey)
  if (usual && !(own && (own.isFinal || isShorter(own.result, usual))))
    return { result: usual, isFinal: false }
  return own
}

function isShorter(a: PackedResult, b: PackedResult): boolean {
  if (a.kind === "too-large" || b.kind === "too-large") return false
  return describeLayout(a.layout).lengthPx < describeLayout(b.layout).lengthPx
}

function remember(key: string, result: PackedResult) {
  known.set(key, result)
  for (const oldest of known.keys()) {
    if (known.size <= MAX_KNOWN) break
    known.delete(oldest)
  }
}

function pack(question: Question, result: PackedResult): PackedSheets | null {
  if (result.kind === "too-large") return null
  const layout = withoutReserve(result.layout, labelStrip(question.template))
  const figures = describeLayout(layout)
  return {
    layout,
    items: question.placed,
    template: question.template,
    dpi: question.template.dpi,
    lengthIn: figures.lengthPx / question.template.dpi,
    savedShare: result.boxesLengthPx === undefined ? null : 1 - figures.lengthPx / result.boxesLengthPx,
    utilisation: result.utilisation ?? figures.utilisation,
    copies: question.placed.reduce((sum, item) => sum + item.quantity, 0),
  }
}

function tooLargeItems(question: Question, result: PackedResult): string[] {
  return result.kind === "too-large" ? result.pieces.map((piece) => question.placed[piece].id) : []
}
