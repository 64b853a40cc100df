import type { LiveMessage } from "../contract/live.ts"
import { MAX_POLLERS } from "./channel.ts"

type Waiter = { answer: (passing: LiveMessage[]) => void }

/** The long polls waiting for an event, in memory; a waiting call keeps its object awake. */
export class Pollers {
  readonly #waiting = new Set<Waiter>()

  /** Resolves with passing events; empty on time-out or if stored events are ready to be read. */
  wait(waitMs: number): Promise<LiveMessage[]> {
    const [oldest] = this.#waiting
    if (this.#waiting.size >= MAX_POLLERS) oldest.answer([])
    return new Promise((resolve) => {
      const waiter: Waiter = {
        answer: (passing) => {
          clearTimeout(timer)
          this.#waiting.delete(waiter)
          resolve(passing)
        },
      }
      const timer = setTimeout(() => waiter.answer([]), waitMs)
      this.#waiting.add(waiter)
    })
  }

  wake(passing: LiveMessage[]): void {
    for (const waiter of [...this.#waiting]) waiter.answer(passing)
  }
}
