import type { LayoutResult, PieceType, SheetBounds } from "../../../sheet/layout/layout.ts"
import { describeLayout } from "../../../sheet/layout/utilisation.ts"
import type { Artwork } from "../../../sheet/preflight/piece-size.ts"
import type { PrintEffort } from "../../../sheet/preflight/plan-print.ts"
import type { LayoutTemplate } from "../../../sheet/preflight/print-layout.ts"

/** What silhouettes are nested by: piece `i` is item `i`. `silhouetteOf` is null for artwork that is ink all over. */
export type NestQuestion = {
  items: { image: Artwork; widthIn: number; quantity: number; silhouetteOf: string | null }[]
  template: LayoutTemplate
}

/** `nest` is null where pieces are laid out as boxes. `effort` is that of the final layout. */
export type LayoutQuestion = {
  pieces: PieceType[]
  bounds: SheetBounds
  nest: NestQuestion | null
  effort: PrintEffort
}
/** What nests also know: the film that boxes would take, and the share of film that is ink. */
export type PackedResult = LayoutResult & { boxesLengthPx?: number; utilisation?: number }
/** `quick` is for the eye; `final` is the layout that a print is processed with. */
export type LayoutTask = LayoutQuestion & { id: number; pass: "quick" | "final" }
/** `isInterim` where the search goes on and this is the best so far. */
export type LayoutAnswer = { id: number; result: PackedResult; isInterim?: true }

/** The part of a Web Worker that the client uses. */
export type LayoutWorker = {
  onmessage: ((event: MessageEvent<LayoutAnswer>) => void) | null
  onerror: ((event: ErrorEvent) => void) | null
  postMessage(task: LayoutTask): void
  terminate(): void
}

export type LayoutListener = {
  /** Called with the quick layout, with every shorter one on the way, and at last with the one a print is processed with. */
  onLayout(result: PackedResult, isFinal: boolean): void
  onFailure(): void
}

export type LayoutClient = {
  /** Replaces whatever was asked before. */
  ask(question: LayoutQuestion, listener: LayoutListener): void
  close(): void
}

/**
 * Keeps two workers: one that answers within a frame or two, and one that searches on while the seller reads. A new
 * question ends the search at once, because a busy worker cannot hear that nobody waits for it.
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

  function startSearch(id: number, question: LayoutQuestion, listener: LayoutListener, shown: PackedResult) {
    search ??= spawn()
    isSearching = true
    let shortestPx = filmPx(shown)
    search.onmessage = (event) => {
      const { result, isInterim } = event.data
      if (!isInterim) isSearching = false
      if (event.data.id !== latest) return
      if (!isInterim) listener.onLayout(result, true)
      else if (filmPx(result) < shortestPx) {
        shortestPx = filmPx(result)
        listener.onLayout(result, false)
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
        listener.onLayout(event.data.result, false)
        return
      }
      const isFinal = event.data.result.kind === "too-large"
      listener.onLayout(event.data.result, isFinal)
      if (!isFinal) startSearch(id, question, listener, event.data.result)
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

function filmPx(result: PackedResult): number {
  return result.kind === "laid-out" ? describeLayout(result.layout).lengthPx : 0
}
