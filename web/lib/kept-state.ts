import { useEffect, useState } from "react"
import type { z } from "zod"
import { read, write } from "./session.ts"

/**
 * Keeps the state of what is open, such as a form, over a reload of the page: in the tab's storage, until the
 * component goes.
 */
export function useKeptState<Schema extends z.ZodType>(
  key: string,
  schema: Schema,
  initial: z.output<Schema>,
): [z.output<Schema>, (next: z.output<Schema>) => void] {
  const [state, setState] = useState(() => stateBeforeReload(key, schema) ?? initial)
  useKeeping(key, state)
  return [state, setState]
}

/** Returns what was kept before the page was loaded again; null if there is nothing, or it was opened anew. */
export function stateBeforeReload<Schema extends z.ZodType>(
  key: string,
  schema: Schema,
): z.output<Schema> | null {
  const [load] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[]
  if (load?.type !== "reload") return null
  try {
    return schema.safeParse(JSON.parse(read(key, "sessionStorage") ?? "null")).data ?? null
  } catch {
    // The text is cut off.
    return null
  }
}

/** Keeps a value for the next load of this page; null keeps nothing, undefined leaves what is kept. */
export function useKeeping(key: string, value: unknown): void {
  useEffect(() => {
    if (value !== undefined) write(key, value === null ? null : JSON.stringify(value), "sessionStorage")
  }, [key, value])
  useEffect(() => () => write(key, null, "sessionStorage"), [key])
}
