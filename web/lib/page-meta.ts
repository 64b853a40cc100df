import { useEffect, useSyncExternalStore } from "react"

export type Crumb = { label: string; href?: string }
export type PageMeta = { title?: string; crumbs?: readonly Crumb[] }

let current: PageMeta = {}
const listeners = new Set<() => void>()

/** Sets a page's title and crumbs, if its route cannot know them. */
export function usePageMeta(meta: PageMeta): void {
  const key = JSON.stringify(meta)
  useEffect(() => {
    set(JSON.parse(key) as PageMeta)
    return () => set({})
  }, [key])
}

/** Returns the title and crumbs that the page on screen has set. */
export function useCurrentPageMeta(): PageMeta {
  return useSyncExternalStore(subscribe, () => current)
}

function set(meta: PageMeta) {
  current = meta
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
