import type { CSSProperties } from "react"
import { classList } from "../../lib/class-list.ts"

/** A piece on the film, in inches; a turned one gives its upright width and height. */
export type FilmPiece = {
  src: string
  x: number
  y: number
  width: number
  height: number
  isTurned?: boolean
}

export type FilmSheetProps = {
  pieces: readonly FilmPiece[]
  lengthIn: number
  /** The CSS width of one inch. */
  inch: string
  /** The thickness of the roll; without it the sheet is cut. */
  roll?: string
  rollWidthIn?: number
  /** True for artwork below the fold, which is fetched when it comes near. */
  isLazy?: boolean
  className?: string
}

/** Draws film with artwork coming off its roll: a picture, not a control. Place it on a `mat`. */
export function FilmSheet({
  pieces,
  lengthIn,
  inch,
  roll,
  rollWidthIn = 22,
  isLazy,
  className,
}: FilmSheetProps) {
  const style = { "--in": inch, "--len": lengthIn, "--roll-in": rollWidthIn, "--roll": roll } as CSSProperties
  return (
    <div aria-hidden="true" className={className} style={style}>
      {roll !== undefined && <div className="roll -mx-3" />}
      <div className="film">
        {pieces.map((piece) => (
          <img
            key={`${piece.x} ${piece.y}`}
            src={piece.src}
            alt=""
            loading={isLazy ? "lazy" : "eager"}
            decoding="async"
            className={classList(piece.isTurned && "is-turned")}
            style={
              { "--x": piece.x, "--y": piece.y, "--w": piece.width, "--h": piece.height } as CSSProperties
            }
          />
        ))}
      </div>
    </div>
  )
}
