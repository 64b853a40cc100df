import { laidCopies } from "../../../sheet/layout/laid-copies.ts"
import type { LaidOutPrint, PrintPlan } from "../../../sheet/preflight/plan-print.ts"
import type { PrintSection } from "../../../sheet/preflight/print-sections.ts"
import type { LayoutQuestion } from "./layout-question.ts"
import type { LayoutTask, LayoutWorker } from "./layout-task.ts"
import { searchRound } from "./search-round.ts"
import type { SearchedRound, sectionRounds } from "./section-rounds.ts"
import { isShorter, isShortest } from "./shortest-film.ts"

/** The time without a shorter layout after which the search rests. */
export const PATIENCE_MS = 20_000

/** The time without a change after which the threads start: a stepper's clicks start them once. */
const SETTLE_MS = 200

/** The unsuccessful rounds after which a thread stops: those of small prints take milliseconds. */
const DRY_ROUNDS = 3

/** The search's surroundings. `after` returns a function that cancels it. */
export type SearchHost = {
  spawn(): LayoutWorker
  /** Returns the threads for a print of so many copies; none if a search is pointless. */
  threadsFor(copies: number): number
  /** Loads how prints of several sheets are searched in sections, which others do without. */
  loadSections(): Promise<typeof sectionRounds>
  now(): number
  after(ms: number, act: () => void): () => void
}

export type SearchListener = {
  /** Called with the first plan, then every shorter one. `isRough`: boxes, until the shapes are known. */
  onPlan(plan: PrintPlan, isRough: boolean): void
  /** Called when nothing is being computed any more; the last plan stays. */
  onRest(): void
  /** Called if there is no plan, because the planner broke. */
  onFailure(): void
}

export type LayoutSearch = {
  /** Replaces the earlier question. With `known`, the search continues from that plan. */
  ask(question: LayoutQuestion, known: LaidOutPrint | null, listener: SearchListener): void
  /** A hidden page searches nothing; it continues once it is visible again. */
  setVisible(isVisible: boolean): void
  /** Drops the question and frees all threads but the quick one. */
  stop(): void
  /** Frees that one, too. It starts again with the next question. */
  close(): void
}

type Thread = { worker: LayoutWorker; index: number; note: SearchedRound["note"] }

/** One question and its search for ever shorter film. */
type Quest = {
  question: LayoutQuestion
  listener: SearchListener
  best: LaidOutPrint | null
  dealt?: PrintSection[] | undefined
  /** Returns the next round of a section; without it rounds are of the whole print. */
  nextSection?: (() => SearchedRound) | null
  /** Rounds that each thread has begun. They continue to count when threads end and start again. */
  rounds: number[]
  dryRounds: number
  /** The time without a shorter layout before the page was hidden. */
  quietMs: number
  hasRested: boolean
}

/**
 * Searches layouts in threads of its own: one answers a change within a frame or two and stays, the others
 * continue with seeds of their own for as long as shorter ones are found. Busy threads receive no messages,
 * so a change, a hidden page and a rest terminate them.
 */
export function createLayoutSearch(host: SearchHost): LayoutSearch {
  let quest: Quest | null = null
  let isVisible = true
  let quick: LayoutWorker | null = null
  let isQuickBusy = false
  let waiting: (() => void) | null = null
  let threads: Thread[] = []
  let quietSinceMs = 0
  let callOff: (() => void) | null = null

  function startQuick(asked: Quest) {
    const worker = quick ?? host.spawn()
    quick = worker
    isQuickBusy = true
    const goOn = () => {
      isQuickBusy = false
      const next = waiting
      waiting = null
      next?.()
    }
    worker.onmessage = ({ data: { plan, isInterim, isRough = false, sections } }) => {
      if (!isInterim) goOn()
      if (quest !== asked) return
      asked.dealt = sections
      if (!isRough && plan.kind === "planned") asked.best = plan
      asked.listener.onPlan(plan, isRough)
      if (!isInterim) begin(asked)
    }
    worker.onerror = (event) => {
      event.preventDefault()
      worker.terminate()
      quick = null
      goOn()
      if (quest === asked) asked.listener.onFailure()
    }
    worker.postMessage({ ...asked.question, effort: "quick", seed: 1 })
  }

  /** Starts the threads in a moment, unless nothing can be found or the page is hidden. */
  function begin(asked: Quest) {
    const copies = asked.question.items.reduce((sum, { quantity }) => sum + quantity, 0)
    const count = host.threadsFor(copies)
    if (asked.best === null || count === 0 || isShortest(asked.question, asked.best)) return rest(asked)
    if (!isVisible) return
    if (asked.nextSection === undefined && asked.best.layout.sheets.length > 1)
      void loadSections(asked, asked.best)
    callOff?.()
    callOff = host.after(SETTLE_MS, () => {
      quietSinceMs = host.now() - asked.quietMs
      awaitRest(asked)
      if (asked.rounds.length === 0) asked.rounds = new Array<number>(count).fill(0)
      for (let index = 0; index < count; index++) startThread(asked, index)
    })
  }

  async function loadSections(asked: Quest, best: LaidOutPrint) {
    asked.nextSection = null
    // Where it cannot be loaded, the whole print is searched.
    const rounds = await host.loadSections().catch(() => null)
    asked.nextSection = rounds?.(asked.question, best, asked.dealt) ?? null
  }

  function startThread(asked: Quest, index: number) {
    const worker = host.spawn()
    const thread: Thread = { worker, index, note: wholePlan }
    threads.push(thread)
    worker.onmessage = ({ data: { plan: answered, isInterim } }) => {
      if (quest !== asked || !threads.includes(thread)) return
      const plan = thread.note(answered)
      if (plan === "part" || (plan !== null && asked.best !== null && isShorter(plan, asked.best))) {
        asked.dryRounds = 0
        quietSinceMs = host.now()
        if (plan !== "part") {
          asked.best = plan
          asked.listener.onPlan(plan, false)
          if (isShortest(asked.question, plan)) return rest(asked)
        }
        awaitRest(asked)
      } else if (!isInterim) asked.dryRounds++
      if (isInterim) return
      if (asked.dryRounds >= DRY_ROUNDS * threads.length) rest(asked)
      else nextRound(asked, thread)
    }
    worker.onerror = (event) => {
      event.preventDefault()
      worker.terminate()
      threads = threads.filter((one) => one !== thread)
      if (quest === asked && threads.length === 0) rest(asked)
    }
    nextRound(asked, thread)
  }

  function nextRound(asked: Quest, thread: Thread) {
    const { index, worker } = thread
    const { task, note } = asked.nextSection?.() ?? {
      task: taskOf(asked, asked.rounds[index]++, index),
      note: wholePlan,
    }
    thread.note = note
    worker.postMessage(task)
  }

  function awaitRest(asked: Quest) {
    callOff?.()
    callOff = host.after(PATIENCE_MS - (host.now() - quietSinceMs), () => rest(asked))
  }

  function rest(asked: Quest) {
    asked.hasRested = true
    endThreads()
    asked.listener.onRest()
  }

  function endThreads() {
    callOff?.()
    callOff = null
    for (const { worker } of threads) worker.terminate()
    threads = []
  }

  function stop() {
    endThreads()
    quest = null
    waiting = null
  }

  return {
    ask(question, known, listener) {
      stop()
      const asked: Quest = {
        question,
        listener,
        best: known,
        rounds: [],
        dryRounds: 0,
        quietMs: 0,
        hasRested: false,
      }
      quest = asked
      if (known) begin(asked)
      else if (isQuickBusy) waiting = () => startQuick(asked)
      else startQuick(asked)
    },
    setVisible(isNow) {
      if (isNow === isVisible) return
      isVisible = isNow
      if (!quest || quest.hasRested || quest.best === null) return
      if (isNow) return begin(quest)
      if (threads.length > 0) quest.quietMs = host.now() - quietSinceMs
      endThreads()
    },
    stop,
    close() {
      stop()
      isQuickBusy = false
      quick?.terminate()
      quick = null
    },
  }
}

// Returns a thread's next task; around pins it never begins from scratch.
function taskOf({ question, rounds, best }: Quest, round: number, index: number): LayoutTask {
  const { goesOn, ...search } = searchRound(round, index, rounds.length)
  const start = (goesOn || question.pins.length > 0) && best ? laidCopies(best.layout) : null
  return { ...question, ...search, start }
}

function wholePlan(plan: PrintPlan): LaidOutPrint | null {
  return plan.kind === "planned" ? plan : null
}
