import type { LayoutResult, PieceType, SheetBounds } from "../../../sheet/layout/types.ts"

export type LayoutQuestion = { pieces: PieceType[]; bounds: SheetBounds }
/** `quick` is for the eye; `final` is the layout that a print is processed with. */
export type LayoutTask = LayoutQuestion & { id: number; pass: "quick" | "final" }
export type LayoutAnswer = { id: number; result: LayoutResult }

/** The part of a Web Worker that the client uses. */
export type LayoutWorker = {
  onmessage: ((event: MessageEvent<LayoutAnswer>) => void) | null
  onerror: ((event: ErrorEvent) => void) | null
  postMessage(task: LayoutTask): void
  terminate(): void
}

export type LayoutListener = {
  /** Called once with the quick layout, then once with the one a print is processed with. */
  onLayout(result: LayoutResult, isFinal: boolean): void
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

  function startSearch(id: number, question: LayoutQuestion, listener: LayoutListener) {
    search ??= spawn()
    isSearching = true
    search.onmessage = (event) => {
      isSearching = false
      if (event.data.id === latest) listener.onLayout(event.data.result, true)
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
      goOn()
      if (event.data.id !== latest) return
      const isFinal = event.data.result.kind === "too-large"
      listener.onLayout(event.data.result, isFinal)
      if (!isFinal) startSearch(id, question, listener)
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
