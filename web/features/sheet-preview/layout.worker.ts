import { finish } from "../../../sheet/in-steps.ts"
import type { LayoutHost } from "../../../sheet/layout/layout-kernel.ts"
import { dealSections } from "../../../sheet/preflight/deal-sections.ts"
import { planPrint } from "../../../sheet/preflight/plan-print.ts"
import { hasSections, keepsSheets } from "../../../sheet/preflight/print-sections.ts"
import { decodeSilhouette, type Silhouette } from "../../../sheet/silhouette.ts"
import { compileKernel } from "../../lib/compile-kernel.ts"
import type { LayoutAnswer, LayoutTask } from "./layout-task.ts"

/** The least time between interim nests: the eye follows no more. */
const INTERIM_MS = 60

let layoutHost: Promise<LayoutHost> | undefined
const silhouettes = new Map<string, Promise<Silhouette | null>>()

// Plans off the page's thread, one task at a time; the search drops or ends stale ones.
self.onmessage = async (event: MessageEvent<LayoutTask>) => {
  try {
    await plan(event.data, (answer) => self.postMessage(answer))
  } catch (error) {
    // Nobody receives a rejection; the search receives an error event.
    self.reportError(error)
  }
}

async function plan(
  { items, template, effort, seed, pins, start }: LayoutTask,
  answer: (message: LayoutAnswer) => void,
): Promise<void> {
  const isWaiting = items.some(
    ({ silhouettePath }) => silhouettePath !== null && !silhouettes.has(silhouettePath),
  )
  const isHeld = pins.length > 0 || start !== null
  if (effort === "quick" && isWaiting && !isHeld) {
    const boxes = planPrint(items, { ...template, nesting: "boxes" }, null, { effort })
    answer({ plan: boxes, isInterim: true, isRough: true })
  }
  const [host, ...known] = await Promise.all([
    // Boxes need no kernel: the layout is the same without it, only later.
    template.nesting === "shapes" ? kernelHost() : kernelHost().catch(() => null),
    ...items.map(({ silhouettePath }) => (silhouettePath === null ? null : silhouetteFor(silhouettePath))),
  ])
  let shownMs = Number.NEGATIVE_INFINITY
  const inked = items.map((item, i) => ({ ...item, silhouette: known[i] }))
  const planned = planPrint(inked, template, host, {
    effort,
    seed,
    pins,
    start,
    onBetter(better) {
      if (performance.now() - shownMs < INTERIM_MS) return
      shownMs = performance.now()
      const isRough = effort === "quick" && !isHeld
      answer({ plan: better, isInterim: true, ...(isRough ? { isRough } : {}) })
    },
  })
  const isFirst = effort === "quick" && pins.length === 0 && planned.kind === "planned"
  if (isFirst && hasSections(inked, template, planned) && !keepsSheets(planned))
    answer({ plan: planned, sections: finish(dealSections(inked, template, planned)) })
  else answer({ plan: planned })
}

/** Compiles the kernel once; a failure is tried again with the next task. */
function kernelHost(): Promise<LayoutHost> {
  if (layoutHost) return layoutHost
  const asked = openKernel()
  layoutHost = asked
  asked.catch(() => {
    layoutHost = undefined
  })
  return asked
}

async function openKernel(): Promise<LayoutHost> {
  const address = new URL("../../../sheet/kernel/build/layout.wasm", import.meta.url)
  return { layoutKernel: await compileKernel(address) }
}

/** Fetches a silhouette once; null if the image's file is lost. Other failures retry with the next task. */
function silhouetteFor(path: string): Promise<Silhouette | null> {
  const known = silhouettes.get(path)
  if (known) return known
  const asked = fetchSilhouette(path)
  silhouettes.set(path, asked)
  asked.catch(() => silhouettes.delete(path))
  return asked
}

async function fetchSilhouette(path: string): Promise<Silhouette | null> {
  const response = await fetch(`/api/files/${path}`)
  if (response.status === 404) return null
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return decodeSilhouette(new Uint8Array(await response.arrayBuffer()))
}
