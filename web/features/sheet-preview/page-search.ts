import { createLayoutSearch } from "./layout-search.ts"
import { createSharedSearch, type SharedSearch } from "./shared-search.ts"
import { type Machine, threadCount } from "./thread-count.ts"

let made: SharedSearch | null = null

/** Returns the search of this tab, made when the first sheet is shown. It rests while the tab is hidden. */
export function pageSearch(): SharedSearch {
  if (made) return made
  const machine: Machine = navigator
  const clock = { now: () => performance.now(), after }
  const search = createLayoutSearch({
    spawn: () => new Worker(new URL("./layout.worker.ts", import.meta.url), { type: "module" }),
    loadSections: async () => (await import("./section-rounds.ts")).sectionRounds,
    threadsFor: (copies) => threadCount(copies, machine),
    ...clock,
  })
  const look = () => search.setVisible(document.visibilityState === "visible")
  document.addEventListener("visibilitychange", look)
  look()
  made = createSharedSearch(search, clock)
  return made
}

function after(ms: number, act: () => void): () => void {
  const timer = setTimeout(act, ms)
  return () => clearTimeout(timer)
}
