import { useEffect, useRef, useState } from "react"
import type { TextAnswer, TextTask } from "./text-task.ts"

type Drawn = { answer: TextAnswer; isFailed: boolean }

/** The thread that draws texts. If several tasks arrive while it draws, only the newest is drawn. */
class TextThread {
  #thread: Worker | null = null
  #isBusy = false
  #next: TextTask | null = null
  readonly #tell: (drawn: Drawn) => void
  constructor(tell: (drawn: Drawn) => void) {
    this.#tell = tell
  }

  draw(task: TextTask): void {
    this.#next = task
    if (!this.#isBusy) this.#begin()
  }

  end(): void {
    this.#thread?.terminate()
    this.#thread = null
    this.#next = null
    this.#isBusy = false
  }

  #begin(): void {
    const task = this.#next
    if (task === null) return
    this.#next = null
    this.#isBusy = true
    this.#thread ??= this.#open()
    this.#thread.postMessage(task)
  }

  #open(): Worker {
    const thread = new Worker(new URL("./text.worker.ts", import.meta.url), { type: "module" })
    thread.onmessage = ({ data }: MessageEvent<TextAnswer>) => {
      this.#isBusy = false
      this.#tell({ answer: data, isFailed: false })
      this.#begin()
    }
    thread.onerror = () => {
      this.#isBusy = false
      this.#tell({ answer: null, isFailed: true })
    }
    return thread
  }
}

/** Draws texts in their own thread. Returns the newest answer, and whether drawing failed. */
export function useDrawnTexts(task: TextTask): Drawn {
  const [drawn, setDrawn] = useState<Drawn>({ answer: null, isFailed: false })
  const thread = useRef<TextThread | null>(null)
  useEffect(() => {
    const own = new TextThread(setDrawn)
    thread.current = own
    return () => own.end()
  }, [])
  useEffect(() => thread.current?.draw(task), [task])
  return drawn
}
