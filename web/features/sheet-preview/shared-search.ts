import type { PrintPlan } from "../../../sheet/preflight/plan-print.ts"
import { type FilmMoment, withMoment } from "./film-gain.ts"
import type { AskedLayout } from "./layout-question.ts"
import type { LayoutSearch } from "./layout-search.ts"

/** The result for a question so far. `isRough`: boxes, until the shapes are known. */
type FoundLayout =
  | { kind: "found"; plan: PrintPlan; isRough: boolean; isSearching: boolean; film: readonly FilmMoment[] }
  | { kind: "failed" }

type Asked = Pick<AskedLayout, "key" | "question">

export type SharedSearch = {
  /** Returns the result for a key; the same object until there is a better one. */
  found(key: string): FoundLayout | null
  /**
   * Searches for this question until the returned function is called. The question watched last has the
   * search; those watched before continue after it. Watching one twice searches it once.
   */
  watch(asked: Asked, onChange: () => void): () => void
}

/** The layouts kept while the page lives, so that the same question has its answer at once. */
const MAX_KNOWN = 24

/** The time that the quick thread waits for the next question of a page that has none. */
const IDLE_MS = 5_000

type Clock = { now(): number; after(ms: number, act: () => void): () => void }

/** Makes one search for the whole page, shared by everything that shows a sheet. */
export function createSharedSearch(search: LayoutSearch, clock: Clock): SharedSearch {
  const known = new Map<string, FoundLayout>()
  let watched: { asked: Asked; onChange: () => void }[] = []
  let searchedKey = ""
  let stayOpen = () => {}

  function keep(key: string, layout: FoundLayout) {
    known.delete(key)
    known.set(key, layout)
    for (const oldest of known.keys()) {
      if (known.size <= MAX_KNOWN) break
      if (!watched.some(({ asked }) => asked.key === oldest)) known.delete(oldest)
    }
    for (const { asked, onChange } of watched) if (asked.key === key) onChange()
  }

  function searchNewest() {
    const newest = watched.at(-1)?.asked
    if (newest === undefined) {
      searchedKey = ""
      search.stop()
      stayOpen = clock.after(IDLE_MS, () => search.close())
      return
    }
    stayOpen()
    if (newest.key === searchedKey) return
    searchedKey = newest.key
    const before = known.get(newest.key)
    if (before?.kind === "found" && !before.isSearching) return search.stop()
    const best = before?.kind === "found" && !before.isRough ? before.plan : null
    search.ask(newest.question, best?.kind === "planned" ? best : null, listenerOf(newest.key))
  }

  function listenerOf(key: string) {
    return {
      onPlan(plan: PrintPlan, isRough: boolean) {
        const before = known.get(key)
        const film = before?.kind === "found" && !isRough ? before.film : []
        const lengthIn = plan.kind === "planned" && !isRough ? plan.lengthIn : null
        keep(key, {
          kind: "found",
          plan,
          isRough,
          isSearching: true,
          film: lengthIn === null ? film : withMoment(film, { atMs: clock.now(), lengthIn }),
        })
      },
      onRest() {
        const before = known.get(key)
        if (before?.kind === "found") keep(key, { ...before, isSearching: false })
      },
      onFailure: () => keep(key, { kind: "failed" }),
    }
  }

  return {
    found: (key) => known.get(key) ?? null,
    watch(asked, onChange) {
      const watcher = { asked, onChange }
      watched.push(watcher)
      searchNewest()
      return () => {
        watched = watched.filter((one) => one !== watcher)
        searchNewest()
      }
    },
  }
}
