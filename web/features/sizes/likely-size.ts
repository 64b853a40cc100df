import type { Size } from "../../../contract/artwork/size.ts"

let madeId: string | null = null

/** A size was made: whoever is about to choose one probably made it for that. */
export function noteMadeSize(id: string): void {
  madeId = id
}

/** Another one was chosen since, or this one, and it says nothing about the next choice. */
export function forgetMadeSize(): void {
  madeId = null
}

/** The size that goes without asking: the only one there is, or the one that was just made. */
export function likelySize<S extends Pick<Size, "_id">>(sizes: readonly S[] | undefined): S | null {
  if (sizes?.length === 1) return sizes[0]
  return sizes?.find(({ _id }) => _id === madeId) ?? null
}
