import { effortSteps } from "../../../sheet/layout/effort.ts"
import { layOutWithin } from "../../../sheet/layout/lay-out.ts"
import { layOutBoxes } from "../../../sheet/layout/lay-out-boxes.ts"
import type { LayoutHost } from "../../../sheet/layout/layout-kernel.ts"
import { layOutShapes } from "../../../sheet/layout/nest/lay-out-shapes.ts"
import { labelStrip } from "../../../sheet/preflight/label-strip.ts"
import { printedInks } from "../../../sheet/preflight/print-ink.ts"
import { decodeSilhouette, type Silhouette } from "../../../sheet/silhouette.ts"
import type { LayoutAnswer, LayoutTask, NestQuestion } from "./layout-client.ts"

/** About 10 ms of a desktop core: a slow phone, too, shows a change while the finger is still there. */
const QUICK_STEPS = effortSteps.instant / 5

/** Interim nests are shown at most this often: more the eye does not follow. */
const INTERIM_MS = 60

let layoutHost: Promise<LayoutHost> | undefined
const silhouettes = new Map<string, Promise<Silhouette | null>>()

// Packs away from the page's thread. One task at a time; the client drops or ends what it no longer wants.
self.onmessage = async (event: MessageEvent<LayoutTask>) => {
  const { id, pieces, bounds, pass, nest, effort } = event.data
  const answer = (message: Omit<LayoutAnswer, "id">) =>
    self.postMessage({ id, ...message } satisfies LayoutAnswer)
  try {
    if (nest !== null) answer({ result: await nested(event.data, nest, answer) })
    else {
      const host = await kernelHost().catch(() => undefined) // The same sheets without, only later.
      if (pass === "final") answer({ result: layOutBoxes(pieces, bounds, effort, { host }) })
      else answer({ result: layOutWithin(pieces, bounds, QUICK_STEPS, { host }) })
    }
  } catch (error) {
    // A rejection would reach nobody; an error event reaches the client.
    self.reportError(error)
  }
}

async function nested(
  { pieces, bounds, pass, effort }: LayoutTask,
  { items, template }: NestQuestion,
  answer: (message: Omit<LayoutAnswer, "id">) => void,
) {
  const isWaiting = items.some(({ silhouetteOf }) => silhouetteOf !== null && !silhouettes.has(silhouetteOf))
  if (pass === "quick" && isWaiting)
    answer({ result: layOutWithin(pieces, bounds, QUICK_STEPS), isInterim: true })
  const [host, ...known] = await Promise.all([
    kernelHost(),
    ...items.map(({ silhouetteOf }) => (silhouetteOf === null ? null : silhouetteFor(silhouetteOf))),
  ])
  const inks = printedInks(
    items.map((item, i) => ({ ...item, silhouette: known[i] })),
    template,
  )
  let shownMs = Number.NEGATIVE_INFINITY
  return layOutShapes(pieces, inks, bounds, host, {
    effort: pass === "final" ? effort : "instant",
    foot: labelStrip(template),
    onBetter(layout, boxesLengthPx, utilisation) {
      if (performance.now() - shownMs < INTERIM_MS) return
      shownMs = performance.now()
      answer({ result: { kind: "laid-out", layout, boxesLengthPx, utilisation }, isInterim: true })
    },
  })
}

/** Compiled once; a failure is tried again with the next task. */
function kernelHost(): Promise<LayoutHost> {
  if (layoutHost) return layoutHost
  const asked = compileKernel()
  layoutHost = asked
  asked.catch(() => {
    layoutHost = undefined
  })
  return asked
}

async function compileKernel(): Promise<LayoutHost> {
  const response = await fetch(new URL("../../../sheet/kernel/build/layout.wasm", import.meta.url))
  return { layoutKernel: await WebAssembly.compile(await response.arrayBuffer()) }
}

/** Fetched once; an image whose file is lost has none. Another failure is tried again with the next task. */
function silhouetteFor(imageId: string): Promise<Silhouette | null> {
  const known = silhouettes.get(imageId)
  if (known) return known
  const asked = fetchSilhouette(imageId)
  silhouettes.set(imageId, asked)
  asked.catch(() => silhouettes.delete(imageId))
  return asked
}

async function fetchSilhouette(imageId: string): Promise<Silhouette | null> {
  const response = await fetch(`/api/files/images/${imageId}/silhouette`)
  if (response.status === 404) return null
  if (!response.ok) throw new Error(`the silhouette of ${imageId} answered ${response.status}`)
  return decodeSilhouette(new Uint8Array(await response.arrayBuffer()))
}
