import type { Artwork } from "../../../sheet/preflight/piece-size.ts"
import type { PrintEffort, PrintPlan } from "../../../sheet/preflight/plan-print.ts"
import type { LayoutOrder, LayoutTemplate } from "../../../sheet/preflight/print-layout.ts"

/** A request to the planner. `silhouetteOf`: null if not needed. `effort`: of the final layout. */
export type LayoutQuestion = {
  items: {
    image: Artwork
    widthIn: number
    quantity: number
    silhouetteOf: string | null
    order: LayoutOrder | null
  }[]
  template: LayoutTemplate
  effort: PrintEffort
}
/** `quick` is for the eye; `final` is the layout that a print is processed with. */
export type LayoutTask = LayoutQuestion & { id: number; pass: "quick" | "final" }
/** `isInterim`: the best plan so far; the search continues. */
export type LayoutAnswer = { id: number; plan: PrintPlan; isInterim?: true }

/** The part of a Web Worker that the client uses. */
export type LayoutWorker = {
  onmessage: ((event: MessageEvent<LayoutAnswer>) => void) | null
  onerror: ((event: ErrorEvent) => void) | null
  postMessage(task: LayoutTask): void
  terminate(): void
}

type LayoutListener = {
  /** Gets the quick plan, then every shorter one, and last the plan a print is processed with. */
  onPlan(plan: PrintPlan, isFinal: boolean): void
  onFailure(): void
}

export type LayoutClient = {
  /** Replaces whatever was asked before. */
  ask(question: LayoutQuestion, listener: LayoutListener): void
  close(): void
}

/**
 * Keeps two workers: one answers within a frame or two, the other searches on while the seller
 * reads. A new question terminates the search, because a busy worker cannot hear a message.
 */
export function createLayoutClient(spawn: () => LayoutWorker): LayoutClient {
  let latest = 0
  let quick: LayoutWorker | null = null
  let isQuickBusy = false
  let waiting: (() => void) | null = null
  let search: LayoutWorker | null = null
  let isSearching = false

  function endSearch() {
    if (!isSearching) return
    search?.terminate()
    search = null
    isSearching = false
  }

  function startSearch(id: number, question: LayoutQuestion, listener: LayoutListener, shown: PrintPlan) {
    search ??= spawn()
    isSearching = true
    let shortestIn = lengthIn(shown)
    search.onmessage = (event) => {
      const { plan, isInterim } = event.data
      if (!isInterim) isSearching = false
      if (event.data.id !== latest) return
      if (!isInterim) listener.onPlan(plan, true)
      else if (lengthIn(plan) < shortestIn) {
        shortestIn = lengthIn(plan)
        listener.onPlan(plan, false)
      }
    }
    search.onerror = (event) => {
      event.preventDefault()
      endSearch()
      if (id === latest) listener.onFailure()
    }
    search.postMessage({ ...question, id, pass: "final" })
  }

  function startQuick(id: number, question: LayoutQuestion, listener: LayoutListener) {
    quick ??= spawn()
    isQuickBusy = true
    const goOn = () => {
      isQuickBusy = false
      const next = waiting
      waiting = null
      next?.()
    }
    quick.onmessage = (event) => {
      if (!event.data.isInterim) goOn()
      if (event.data.id !== latest) return
      if (event.data.isInterim) {
        listener.onPlan(event.data.plan, false)
        return
      }
      const isFinal = event.data.plan.kind === "too-large"
      listener.onPlan(event.data.plan, isFinal)
      if (!isFinal) startSearch(id, question, listener, event.data.plan)
    }
    quick.onerror = (event) => {
      event.preventDefault()
      quick?.terminate()
      quick = null
      goOn()
      if (id === latest) listener.onFailure()
    }
    quick.postMessage({ ...question, id, pass: "quick" })
  }

  return {
    ask(question, listener) {
      const id = ++latest
      endSearch()
      const start = () => startQuick(id, question, listener)
      if (isQuickBusy) waiting = start
      else start()
    },
    close() {
      latest++
      waiting = null
      isQuickBusy = false
      isSearching = false
      quick?.terminate()
      search?.terminate()
      quick = null
      search = null
    },
  }
}

function lengthIn(plan: PrintPlan): number {
  return plan.kind === "planned" ? plan.lengthIn : 0
}
