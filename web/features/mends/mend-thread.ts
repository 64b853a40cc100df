import type { MendAnswer, MendAnswers, MendTask } from "./mend-task.ts"

type Kind = MendTask["kind"]
type Waiting = { task: MendTask; resolve: (answer: unknown) => void; reject: (error: Error) => void }

/** The refusal of an artwork, in words for the seller. */
export class MendRefusal extends Error {
  override name = "MendRefusal"
}

/** The error of a task that a newer one has replaced. */
export class Replaced extends Error {
  override name = "Replaced"
}

/** The part of a browser's worker that the thread needs. */
export type ThreadPort = Pick<Worker, "postMessage" | "terminate" | "onmessage" | "onerror">

/**
 * The thread that mends, which does one task at a time in the order in which they come. Of drawings that wait only the
 * newest is made: the others are `Replaced`.
 */
export class MendThread {
  readonly #spawn: () => ThreadPort
  #port: ThreadPort | null = null
  #current: Waiting | null = null
  #waiting: Waiting[] = []
  constructor(spawn: () => ThreadPort) {
    this.#spawn = spawn
  }

  ask<Task extends MendTask>(task: Task): Promise<MendAnswers[Task["kind"] & Kind]> {
    return new Promise((resolve, reject) => {
      if (task.kind === "draw") {
        const older = this.#waiting.filter((one) => one.task.kind === "draw")
        this.#waiting = this.#waiting.filter((one) => one.task.kind !== "draw")
        for (const one of older) one.reject(new Replaced())
      }
      this.#waiting.push({ task, resolve: resolve as (answer: unknown) => void, reject })
      this.#begin()
    })
  }

  /** Ends the thread; what waits is `Replaced`. */
  end(): void {
    this.#port?.terminate()
    this.#port = null
    const left = [...(this.#current ? [this.#current] : []), ...this.#waiting]
    this.#current = null
    this.#waiting = []
    for (const { reject } of left) reject(new Replaced())
  }

  #begin(): void {
    if (this.#current) return
    const next = this.#waiting.shift()
    if (!next) return
    this.#current = next
    this.#port ??= this.#open()
    this.#port.postMessage(next.task)
  }

  #open(): ThreadPort {
    const port = this.#spawn()
    port.onmessage = ({ data }: MessageEvent<MendAnswer>) => {
      const done = this.#current
      this.#current = null
      if ("refusal" in data) done?.reject(new MendRefusal(data.refusal))
      else done?.resolve(data.answer)
      this.#begin()
    }
    port.onerror = () => {
      const failed = this.#current
      this.#current = null
      failed?.reject(new Error("the thread that mends has failed"))
      this.#begin()
    }
    return port
  }
}

export function openMendThread(): MendThread {
  return new MendThread(() => new Worker(new URL("./mend.worker.ts", import.meta.url), { type: "module" }))
}
