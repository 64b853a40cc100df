import { hasMend, withMends } from "../../../contract/artwork/asked-mends.ts"
import type { Mend } from "../../../contract/artwork/mend.ts"
import type { MendCount } from "./mend-words.ts"

/** Images by id with mends that each is to have, or to get. */
export type MendsById = ReadonlyMap<string, readonly Mend[]>

/** Counts the images that get each kind of mend, most first. */
export function countMends(asked: MendsById): MendCount[] {
  const counts = new Map<Mend["kind"], number>()
  for (const mends of asked.values())
    for (const kind of new Set(mends.map((mend) => mend.kind))) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return [...counts].map(([kind, images]) => ({ kind, images })).toSorted((a, b) => b.images - a.images)
}

/** Returns the mends that are of these kinds; images that are left with none are left out. */
export function ofKinds(asked: MendsById, kinds: ReadonlySet<Mend["kind"]>): MendsById {
  const picked = [...asked].map(([id, mends]) => [id, mends.filter(({ kind }) => kinds.has(kind))] as const)
  return new Map(picked.filter(([, mends]) => mends.length > 0))
}

/** Returns all the mends that images have afterwards; those that have what they are asked to get are left out. */
export function mendsAfter(stored: MendsById, asked: MendsById): MendsById {
  return new Map(
    [...asked].flatMap(([id, mends]) => {
      const before = stored.get(id)
      if (before === undefined || mends.every((mend) => hasMend(before, mend))) return []
      return [[id, withMends(before, mends)] as const]
    }),
  )
}

/** Returns the images that get the same mends together, so that those mended alike are one call. */
export function mendedAlike(mends: MendsById): { ids: string[]; mends: readonly Mend[] }[] {
  const groups = new Map<string, { ids: string[]; mends: readonly Mend[] }>()
  for (const [id, own] of mends) {
    const name = JSON.stringify(own)
    const group = groups.get(name) ?? { ids: [], mends: own }
    group.ids.push(id)
    groups.set(name, group)
  }
  return [...groups.values()]
}
