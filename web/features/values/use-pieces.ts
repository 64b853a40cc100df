import { useQueries } from "@tanstack/react-query"
import { useMemo, useRef } from "react"
import type { ArtworkValues } from "../../../contract/artwork/artwork-field.ts"
import type { ShownPiece } from "../../../contract/artwork/artwork-piece.ts"
import { valuesJson } from "../../../contract/artwork/artwork-values.ts"
import { pieceKey, piecesOptions } from "./piece-calls.ts"

export type WantedPiece = { imageId: string; values: ArtworkValues }

/** Returns the piece of an image with these values; undefined until it is loaded. */
export type PieceOf = (imageId: string, values: ArtworkValues) => ShownPiece | undefined

/**
 * Returns pieces as they are now, and again once they are drawn. Known ones are returned while others are
 * loaded. The same function until one of them changes.
 */
export function usePieces(wanted: readonly WantedPiece[]): PieceOf {
  const valuesOf = new Map<string, Set<string>>()
  for (const { imageId, values } of wanted) {
    const texts = valuesOf.get(imageId) ?? new Set()
    valuesOf.set(imageId, texts.add(valuesJson(values)))
  }
  const answers = useQueries({
    queries: [...valuesOf].map(([imageId, texts]) => piecesOptions(imageId, [...texts].sort())),
    combine: (results) => results.map(({ data }) => data),
  })
  const imageIds = [...valuesOf.keys()].join(" ")
  const known = useRef(new Map<string, ShownPiece>())
  return useMemo(() => {
    const next = new Map(known.current)
    for (const [i, imageId] of imageIds.split(" ").entries())
      for (const piece of answers[i] ?? []) next.set(pieceKey(imageId, piece.values), piece)
    known.current = next
    return (imageId, values) => next.get(pieceKey(imageId, values))
  }, [answers, imageIds])
}
