import { useQuery } from "@tanstack/react-query"
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from "react"
import type { Manifest, ManifestRow } from "../../../contract/prints/manifest.ts"
import { oneFileASheet } from "../../../contract/prints/print.ts"
import { classNames } from "../../lib/class-names.ts"
import { fileUrl } from "../../lib/format.ts"
import { tickKey } from "./manifest-view.ts"
import { printOptions } from "./print-calls.ts"
import { type FilmPiece, pieceNear, piecesIn, piecesOf, pieceTowards } from "./remake-places.ts"

/** A mouse that moves less is a click. */
const DRAG_PX = 5

type RemakeFilmProps = {
  manifest: Manifest
  picked: ReadonlyMap<string, ManifestRow>
  onPick: (rows: readonly ManifestRow[], isPicked: boolean) => void
}

/** Shows the film as it was written: its pieces are picked in place, one by one or many by a frame. */
export function RemakeFilm({ manifest, picked, onPick }: RemakeFilmProps) {
  const files = useQuery(printOptions(manifest.printId)).data?.fileId ?? []
  const pictures = oneFileASheet(files)
  const sheets = [...Map.groupBy(piecesOf(manifest.rows), ({ row }) => row.sheet ?? 0)]
  return (
    <div className="mt-3 grid gap-4">
      {sheets.map(([number, pieces]) => {
        const file = pictures.find(({ sheet }) => sheet === number)
        const ends = { x: pieces.map((one) => one.x + one.width), y: pieces.map((one) => one.y + one.height) }
        const lengthIn = file?.lengthIn ?? Math.max(...ends.y)
        const widthIn = file ? (file.widthPx * file.lengthIn) / file.lengthPx : Math.max(...ends.x)
        return (
          <FilmSheet
            key={number}
            label={`Sheet ${number}`}
            path={file?.previewPath ?? null}
            film={{ widthIn, lengthIn }}
            pieces={pieces}
            picked={picked}
            onPick={onPick}
          />
        )
      })}
    </div>
  )
}

type FilmSheetProps = Pick<RemakeFilmProps, "picked" | "onPick"> & {
  label: string
  path: string | null
  film: { widthIn: number; lengthIn: number }
  pieces: readonly FilmPiece[]
}
type Point = { x: number; y: number }

function FilmSheet({ label, path, film, pieces, picked, onPick }: FilmSheetProps) {
  const id = useId()
  const board = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const [frame, setFrame] = useState<{ from: Point; to: Point } | null>(null)
  const isPicked = ({ row }: FilmPiece) => picked.has(tickKey(row))
  const optionId = (index: number) => `${id}-${index}`

  function toggle(index: number) {
    const piece = pieces[index]
    if (piece) onPick([piece.row], !isPicked(piece))
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === " " || event.key === "Enter") toggle(active)
    else {
      const next = pieceTowards(pieces, active, event.key)
      if (next === null) return
      setActive(next)
      document.getElementById(optionId(next))?.scrollIntoView({ block: "nearest" })
    }
    event.preventDefault()
  }

  function pointOf(event: PointerEvent): Point {
    const box = board.current?.getBoundingClientRect()
    if (!box) return { x: 0, y: 0 }
    return {
      x: ((event.clientX - box.left) / box.width) * film.widthIn,
      y: ((event.clientY - box.top) / box.height) * film.lengthIn,
    }
  }

  function onPointerUp(event: PointerEvent) {
    if (frame === null) return
    setFrame(null)
    const to = pointOf(event)
    const pxPerIn = (board.current?.clientWidth ?? 1) / film.widthIn
    const movedPx = Math.hypot(to.x - frame.from.x, to.y - frame.from.y) * pxPerIn
    if (movedPx >= DRAG_PX)
      return onPick(
        piecesIn(pieces, frame.from, to).map(({ row }) => row),
        true,
      )
    const index = pieceNear(pieces, to)
    if (index === null) return
    setActive(index)
    toggle(index)
  }

  return (
    <section aria-label={label}>
      <h3 className="mb-1 text-sm font-[550]">{label}</h3>
      <div
        ref={board}
        role="listbox"
        aria-multiselectable="true"
        aria-label={`Pieces of ${label.toLowerCase()}. Arrow keys go from piece to piece, space picks one.`}
        aria-activedescendant={optionId(active)}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          if (event.button !== 0) return
          // A finger that moves scrolls.
          if (event.pointerType === "mouse") event.currentTarget.setPointerCapture(event.pointerId)
          const from = pointOf(event)
          setFrame({ from, to: from })
        }}
        onPointerMove={(event) => {
          if (frame && event.pointerType === "mouse") setFrame({ ...frame, to: pointOf(event) })
        }}
        onPointerUp={onPointerUp}
        onPointerCancel={() => setFrame(null)}
        className="film group relative! w-full cursor-pointer overflow-hidden rounded-xs border border-line select-none"
        style={{ aspectRatio: `${film.widthIn} / ${film.lengthIn}` }}
      >
        {path !== null && (
          <img src={fileUrl(path)} alt="" draggable={false} className="absolute inset-0 size-full" />
        )}
        {pieces.map((piece, index) => (
          <div
            key={piece.row.code}
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={isPicked(piece)}
            aria-label={wordsOf(piece.row)}
            title={wordsOf(piece.row)}
            className={classNames(
              "absolute rounded-[2px] border",
              isPicked(piece) ? "border-2 border-accent bg-accent/35" : "border-accent/40 hover:bg-accent/15",
              index === active && "group-focus-visible:outline-2 group-focus-visible:outline-accent",
            )}
            style={boxStyle(piece, film)}
          />
        ))}
        {frame !== null && (
          <div
            aria-hidden="true"
            className="pointer-events-none absolute border border-accent bg-accent/10"
            style={boxStyle(
              {
                x: Math.min(frame.from.x, frame.to.x),
                y: Math.min(frame.from.y, frame.to.y),
                width: Math.abs(frame.to.x - frame.from.x),
                height: Math.abs(frame.to.y - frame.from.y),
              },
              film,
            )}
          />
        )}
      </div>
    </section>
  )
}

function boxStyle(box: Omit<FilmPiece, "row">, { widthIn, lengthIn }: FilmSheetProps["film"]) {
  return {
    left: `${(box.x / widthIn) * 100}%`,
    top: `${(box.y / lengthIn) * 100}%`,
    width: `${(box.width / widthIn) * 100}%`,
    height: `${(box.height / lengthIn) * 100}%`,
  }
}

function wordsOf({ code, item, image, orderNumber, buyer }: ManifestRow): string {
  return [code, item || image || "No artwork", orderNumber, buyer].filter((part) => part !== "").join(", ")
}
