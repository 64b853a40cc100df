import type { Size } from "../../../contract/artwork/size.ts"

let madeId: string | null = null

/** Notes that a size was made, because the next choice is probably that one. */
export function noteMadeSize(id: string): void {
  madeId = id
}

/** Drops the note after a choice, which says nothing about the next one. */
export function forgetMadeSize(): void {
  madeId = null
}

/** Returns the size that needs no question: the only one there is, or the one that was just made. */
export function likelySize<S extends Pick<Size, "_id">>(sizes: readonly S[] | undefined): S | null {
  if (sizes?.length === 1) return sizes[0]
  return sizes?.find(({ _id }) => _id === madeId) ?? null
}
