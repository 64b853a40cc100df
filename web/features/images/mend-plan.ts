import { hasMend } from "../../../contract/artwork/asked-mends.ts"
import type { Image, MendChange } from "../../../contract/artwork/image.ts"
import type { Mend } from "../../../contract/artwork/mend.ts"
import { MAX_BULK_IDS } from "../../../contract/limit.ts"
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

/** Returns the ids of those images that are changed by mends which others have already. */
export function changedBy(mends: readonly Mend[], images: readonly Pick<Image, "_id" | "mends">[]): string[] {
  return images.flatMap(({ _id, mends: own }) => (mends.every((mend) => hasMend(own, mend)) ? [] : _id))
}

/** Returns the images that get the same mends together. */
export function mendedAlike(mends: MendsById): { ids: string[]; mends: Mend[] }[] {
  const groups = Map.groupBy(mends, ([, own]) => JSON.stringify(own))
  return [...groups.values()].map((group) => ({ ids: group.map(([id]) => id), mends: [...group[0][1]] }))
}

/** Returns the parts of a change by the calls that take them: of so many images in all. */
export function callsOf(parts: readonly MendChange[]): MendChange[][] {
  const calls: MendChange[][] = []
  let room = 0
  for (const { ids, ...part } of parts)
    for (let from = 0; from < ids.length; ) {
      if (room === 0) {
        calls.push([])
        room = MAX_BULK_IDS
      }
      const some = ids.slice(from, from + room)
      calls[calls.length - 1].push({ ...part, ids: some })
      from += some.length
      room -= some.length
    }
  return calls
}
