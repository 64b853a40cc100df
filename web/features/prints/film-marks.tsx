import type { CSSProperties } from "react"
import { classNames } from "../../lib/class-names.ts"
import type { FilmPiece } from "./remake-places.ts"

/** Outlines a piece, with its code at its foot. */
export function CodeMark({ piece }: { piece: FilmPiece }) {
  return (
    <>
      <span aria-hidden="true" className="spot is-picked" style={boxOf(piece)} />
      <Badge piece={piece} top={`calc(${piece.y + piece.height} * var(--in) - 9px)`}>
        {piece.row.code}
      </Badge>
    </>
  )
}

/** Pales a piece that is ticked off. */
export function DoneMark({ piece }: { piece: FilmPiece }) {
  return (
    <>
      <span aria-hidden="true" className="spot bg-film/65 outline-none!" style={boxOf(piece)} />
      <Badge piece={piece} top={`calc(${piece.y + piece.height / 2} * var(--in))`} isRound>
        ✓
      </Badge>
    </>
  )
}

type BadgeProps = { piece: FilmPiece; top: string; isRound?: boolean; children: string }

function Badge({ piece, top, isRound = false, children }: BadgeProps) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        "absolute grid h-5 -translate-1/2 place-items-center bg-accent px-1 text-2xs font-[650] whitespace-nowrap text-on-accent tabular-nums",
        isRound ? "w-5 rounded-full" : "min-w-8 rounded-xs",
      )}
      style={{ left: `calc(${piece.x + piece.width / 2} * var(--in))`, top }}
    >
      {children}
    </span>
  )
}

function boxOf({ x, y, width, height }: FilmPiece): CSSProperties {
  return { "--x": x, "--y": y, "--w": width, "--h": height } as CSSProperties
}
