import { queryOptions } from "@tanstack/react-query"
import { artwork } from "../../../contract/api/artwork-api.ts"
import type { ArtworkValues } from "../../../contract/artwork/artwork-field.ts"
import type { ShownPiece } from "../../../contract/artwork/artwork-piece.ts"
import { valuesJson } from "../../../contract/artwork/artwork-values.ts"
import { MAX_PRINT_ITEMS } from "../../../contract/limit.ts"
import { apiData } from "../../lib/api.ts"

/** The time after which pieces are loaded again, in case live events were lost. */
const ASK_AGAIN_MS = 4_000

/**
 * Loads one image with each of these sets of values, in canonical text, by that text. New sets are drawn over
 * time: they are loaded again until none waits.
 */
export function piecesOptions(imageId: string, values: readonly string[]) {
  return queryOptions({
    queryKey: ["images", "pieces", imageId, values],
    queryFn: () => findPieces(imageId, values),
    refetchInterval: ({ state }) => (state.data?.some(isWaiting) ? ASK_AGAIN_MS : false),
    meta: { silent: true },
  })
}

async function findPieces(imageId: string, values: readonly string[]): Promise<ShownPiece[]> {
  const pieces: ShownPiece[] = []
  for (let at = 0; at < values.length; at += MAX_PRINT_ITEMS) {
    const part = values.slice(at, at + MAX_PRINT_ITEMS).map((text): ArtworkValues => JSON.parse(text))
    pieces.push(...(await apiData(artwork.pieces, { params: { id: imageId }, body: { values: part } })))
  }
  return pieces
}

function isWaiting({ state }: ShownPiece): boolean {
  return state === "waiting"
}

/** Returns a piece's name on this page. */
export function pieceKey(imageId: string, values: ArtworkValues): string {
  return `${imageId} ${valuesJson(values)}`
}
