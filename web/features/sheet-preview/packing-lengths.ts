import { useEffect, useMemo, useState } from "react"
import { type Packing, packings } from "../../../contract/status.ts"
import { type AskedLayout, askedLayout } from "./layout-question.ts"
import type { LayoutAnswer, LayoutTask } from "./layout-task.ts"
import type { PreviewItem, PreviewTemplate } from "./preview-item.ts"

export type PackingLengths = Partial<Record<Packing, number>>

/** The pause after which rows that change in quick succession are packed once. */
const SETTLE_MS = 600
/** The lengths kept while the page lives. */
const MAX_KNOWN = 24
const known = new Map<string, number>()

/**
 * Returns the film that these rows take, in inches, for each way to pack. Its own thread packs them one after
 * the other for about a second each, while the search continues with the visible way. Pins are left out,
 * because they only count for the visible way.
 */
export function usePackingLengths(
  items: readonly PreviewItem[],
  template: PreviewTemplate | null,
): PackingLengths {
  const asked = useMemo(
    () =>
      template
        ? packings
            .filter((packing) => packing !== template.packing)
            .map((packing) => ({ packing, ...askedLayout(items, { ...template, packing }) }))
        : [],
    [items, template],
  )
  const [, showMore] = useState(0)
  const keys = asked.map(({ key }) => key).join("\n")
  useEffect(() => {
    const missing = asked.filter(({ key }) => key !== "" && !known.has(key))
    if (missing.length === 0) return
    let worker: Worker | null = null
    const timer = setTimeout(() => {
      worker = measure(missing, () => showMore((times) => times + 1))
    }, SETTLE_MS)
    return () => {
      clearTimeout(timer)
      worker?.terminate()
    }
  }, [keys])
  return Object.fromEntries(
    asked.flatMap(({ packing, key }) => {
      const lengthIn = known.get(key)
      return lengthIn === undefined ? [] : [[packing, lengthIn]]
    }),
  )
}

function measure(asked: readonly AskedLayout[], onLength: () => void): Worker {
  const worker = new Worker(new URL("./layout.worker.ts", import.meta.url), { type: "module" })
  let at = 0
  const next = () => {
    if (at === asked.length) return worker.terminate()
    const { question } = asked[at]
    worker.postMessage({
      ...question,
      pins: [],
      start: null,
      effort: "balanced",
      seed: 1,
    } satisfies LayoutTask)
  }
  worker.onmessage = ({ data: { plan, isInterim } }: MessageEvent<LayoutAnswer>) => {
    if (isInterim) return
    if (plan.kind === "planned") remember(asked[at].key, plan.lengthIn)
    onLength()
    at++
    next()
  }
  worker.onerror = (event) => {
    // A length that is not known is not shown.
    event.preventDefault()
    worker.terminate()
  }
  next()
  return worker
}

function remember(key: string, lengthIn: number) {
  known.set(key, lengthIn)
  for (const oldest of known.keys()) {
    if (known.size <= MAX_KNOWN) break
    known.delete(oldest)
  }
}
