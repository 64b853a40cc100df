import type { DescribedCall, KnownIds } from "./described-calls.ts"

type Means = {
  ids: KnownIds
  /** The calls that the caller may make. */
  calls: readonly DescribedCall[]
  /** Sends a call once, as it is described, and learns what it has made. */
  make(call: DescribedCall): Promise<void>
  random: () => number
}

/** The tries to make a thing: of the files that are drawn, few are what a call takes. */
const TRIES = 3

/**
 * Makes what the path of a call is about where its caller knows none, by the POST of its list; returns whether all that the path
 * names is known then.
 */
export async function provide(call: DescribedCall, { ids, calls, make, random }: Means): Promise<boolean> {
  const { path, parameters } = call
  let isKnown = true
  for (const { index, 1: name } of path.matchAll(/\/\{(\w+)\}/g)) {
    const knows = () => ids.pick(name, path, random) !== undefined
    const isListed = parameters.some((one) => one.in === "path" && one.name === name && one.schema.enum)
    const maker = calls.find((one) => one.method === "POST" && one.path === path.slice(0, index))
    for (let tries = 0; maker && !knows() && tries < TRIES; tries++) await make(maker)
    isKnown &&= isListed || knows()
  }
  return isKnown
}
