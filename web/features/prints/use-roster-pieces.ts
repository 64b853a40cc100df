import { useEffect, useState } from "react"
import { MAX_PRINT_ITEMS } from "../../../contract/limit.ts"
import { type PieceOf, usePieces, type WantedPiece } from "../values/use-pieces.ts"
import type { RosterRow } from "./roster-rows.ts"

/** The pause in typing before pieces are drawn. */
const ASK_AFTER_MS = 500

/** Returns the rows with what cannot be drawn of them, and the known pieces. */
export function useRosterPieces(
  imageId: string,
  read: readonly RosterRow[],
): { rows: RosterRow[]; pieceOf: PieceOf } {
  const sound = read.filter(isSound).slice(0, MAX_PRINT_ITEMS)
  const wanted = useRested(JSON.stringify(sound.map(({ values }) => ({ imageId, values }))))
  const pieceOf = usePieces(wanted)
  const rows = read.map((row) => {
    const piece = isSound(row) ? pieceOf(imageId, row.values) : undefined
    if (piece?.state !== "failed" || piece.reason === null) return row
    return { ...row, problems: [...row.problems, { column: null, message: piece.reason }] }
  })
  return { rows, pieceOf }
}

/** Returns whether its text is complete, whatever its size. */
function isSound({ values, hasTextProblem }: RosterRow): boolean {
  return !hasTextProblem && Object.keys(values).length > 0
}

function useRested(text: string): readonly WantedPiece[] {
  const [rested, setRested] = useState<readonly WantedPiece[]>([])
  useEffect(() => {
    const timer = setTimeout(() => setRested(JSON.parse(text)), ASK_AFTER_MS)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
