import { readFile } from "node:fs/promises"
import { Worker } from "node:worker_threads"
import { onTestFinished } from "vitest"
import type { SheetTemplateInput } from "../../../contract/artwork/size.ts"
import type { Client } from "../../../local/client.ts"
import { turnOf } from "../../../sheet/layout/laid-copies.ts"
import type { Layout } from "../../../sheet/layout/layout.ts"
import { askedLayout, type LayoutQuestion } from "../../../web/features/sheet-preview/layout-question.ts"
import type { LayoutAnswer, LayoutTask } from "../../../web/features/sheet-preview/layout-task.ts"
import type { PreviewItem } from "../../../web/features/sheet-preview/preview-item.ts"

type Placed = {
  itemId: string
  copy: number
  x: number
  y: number
  widthPx: number
  heightPx: number
  rotated: boolean
  halfTurned?: true
}
export type Sheets = { widthPx: number; lengthPx: number; placements: Placed[] }[]

/** The page's layout after its first round, its question, and the lengths of all layouts shown before. */
export type Packed = { sheets: Sheets; question: LayoutQuestion; layout: Layout; interimPx: number[] }

type FromThread = { kind: "answer"; answer: LayoutAnswer } | { kind: "fetch"; url: string }

/**
 * Runs the page's worker script in its own thread, called as from the page; `client` fetches for it.
 */
export function pagePacker(client: Client) {
  const script = new URL("../../../web/features/sheet-preview/layout.worker.ts", import.meta.url)
  const worker = new Worker(
    `const { parentPort } = require("node:worker_threads")
    const waiting = new Map()
    globalThis.self = { postMessage: (answer) => parentPort.postMessage({ kind: "answer", answer }), reportError: (error) => { throw error } }
    globalThis.fetch = (url) => new Promise((resolve) => {
      waiting.set(String(url), resolve)
      parentPort.postMessage({ kind: "fetch", url: String(url) })
    })
    const ready = import(${JSON.stringify(script.href)})
    parentPort.on("message", (data) => {
      if (data.url === undefined) return ready.then(() => globalThis.self.onmessage({ data }))
      waiting.get(data.url)(new Response(data.bytes, { status: data.status }))
    })`,
    { eval: true },
  )
  onTestFinished(async () => void (await worker.terminate()))

  async function fetched(url: string) {
    if (url.startsWith("file:")) return { url, status: 200, bytes: await readFile(new URL(url)) }
    const response = await client.fetch("GET", url)
    return { url, status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) }
  }

  return async (items: readonly PreviewItem[], template: SheetTemplateInput): Promise<Packed> => {
    const { question, placed } = askedLayout(items, template)
    const interimPx: number[] = []
    const { promise, resolve, reject } = Promise.withResolvers<LayoutAnswer["plan"]>()
    const onMessage = (message: FromThread) => {
      if (message.kind === "fetch") {
        fetched(message.url).then((reply) => worker.postMessage(reply), reject)
        return
      }
      const { plan, isInterim } = message.answer
      if (!isInterim) resolve(plan)
      else if (plan.kind === "planned") interimPx.push(plan.layout.sheets[0].lengthPx)
    }
    worker.on("message", onMessage).once("error", reject)
    worker.postMessage({ ...question, effort: "balanced", seed: 1 } satisfies LayoutTask)
    const plan = await promise
    worker.off("message", onMessage).off("error", reject)
    if (plan.kind !== "planned") throw new Error("a piece is too large for the test's template")
    return { sheets: sheetsOf(plan.layout, placed), question, layout: plan.layout, interimPx }
  }
}

function sheetsOf(layout: Layout, placed: readonly { id: string }[]): Sheets {
  return layout.sheets.map(({ widthPx, lengthPx, placements }) => ({
    widthPx,
    lengthPx,
    placements: placements.map(({ piece, ...place }) => ({ itemId: placed[piece].id, ...place })),
  }))
}

/** The sheets as the API answers them. It takes them back as a document's. */
export function asAnswered(sheets: Sheets) {
  return sheets.map((sheet) => ({
    ...sheet,
    placements: sheet.placements.map((placed) => {
      return { ...placed, copy: placed.copy + 1, turn: turnOf(placed), pinned: false }
    }),
  }))
}
