import { Fragment, type MouseEvent, type RefObject, useEffect, useMemo, useRef, useState } from "react"
import type { ManifestRow } from "../../../contract/prints/manifest.ts"
import { oneFileASheet, type SheetFile } from "../../../contract/prints/print.ts"
import { FilmBar } from "../../components/film-bar.tsx"
import { FilmMat } from "../../components/film-mat.tsx"
import { fileUrl } from "../../lib/format.ts"
import { formatSides } from "../../lib/length.ts"
import { useFilmView } from "../../lib/use-film-view.ts"
import { type Garment, garmentColour } from "../sheet-preview/garment.ts"
import { GarmentPicker } from "../sheet-preview/garment-picker.tsx"
import { CodeMark, DoneMark } from "./film-marks.tsx"
import { type FilmPiece, pieceNear, piecesOf } from "./remake-places.ts"

type WrittenFilmProps = {
  files: readonly SheetFile[]
  rows: readonly ManifestRow[]
  /** The codes of the copies that are outlined, each with its code. */
  shown: ReadonlySet<string>
  /** The codes of the copies that are ticked off. */
  done?: ReadonlySet<string>
  /** Called with the copy under the mouse; null over bare film. */
  onHover: (row: ManifestRow | null) => void
  /** Called with the copy that is clicked. */
  onPick?: (row: ManifestRow) => void
}

const none: ReadonlySet<string> = new Set()
/**
 * Shows the sheets as they were written, with the outlines of some of their pieces. The mat scrolls and
 * zooms, so that a long film stays large enough to tell its pieces apart; on a phone it is as wide as the
 * screen.
 */
export function WrittenFilm({ files, rows, shown, done = none, onHover, onPick }: WrittenFilmProps) {
  const pieces = useMemo(() => piecesOf(rows), [rows])
  const sheets = oneFileASheet(files)
  const [garment, setGarment] = useState<Garment>("film")
  const [index, setIndex] = useShownSheet(sheetsOf(pieces, shown, sheets))
  const sheet = sheets[Math.min(index, sheets.length - 1)]
  const film = filmOf(sheet)
  const mat = useRef<HTMLElement>(null)
  const picture = useRef<HTMLDivElement>(null)
  const view = useFilmView(mat, picture)
  useShownPiece(mat, [...shown].join())
  const here = pieces.filter(({ row }) => row.sheet === sheet.sheet)

  function rowAt({ currentTarget, clientX, clientY }: MouseEvent<HTMLElement>): ManifestRow | null {
    const box = currentTarget.getBoundingClientRect()
    const inch = box.width / film.widthIn
    const near = pieceNear(here, { x: (clientX - box.left) / inch, y: (clientY - box.top) / inch })
    return near === null ? null : here[near].row
  }

  return (
    <div className="flex h-full min-h-0 flex-col bg-stage text-stage-ink-2">
      <FilmBar
        index={index}
        count={sheets.length}
        onIndex={setIndex}
        garments={<GarmentPicker value={garment} onChange={setGarment} onMat />}
        view={view}
      />
      <FilmMat
        {...film}
        mat={mat}
        view={view}
        label={`Sheet ${index + 1} of ${sheets.length}, ${formatSides(film.widthIn, film.lengthIn)}`}
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the list beside it does the same by keys */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the list beside it does the same by keys */}
        <div
          ref={picture}
          className="film"
          style={{ background: garmentColour(garment) ?? undefined }}
          onMouseMove={(event) => onHover(rowAt(event))}
          onMouseLeave={() => onHover(null)}
          onClick={(event) => {
            const row = view.hasDragged() ? null : rowAt(event)
            if (row) onPick?.(row)
          }}
        >
          {sheet.previewPath !== null && (
            <img src={fileUrl(sheet.previewPath)} alt="" draggable={false} className="inset-0! size-full!" />
          )}
          {here
            .filter(({ row }) => done.has(row.code) || shown.has(row.code))
            .map((piece) => (
              <Fragment key={piece.row.code}>
                {done.has(piece.row.code) && <DoneMark piece={piece} />}
                {shown.has(piece.row.code) && <CodeMark piece={piece} />}
              </Fragment>
            ))}
        </div>
      </FilmMat>
    </div>
  )
}

/** Keeps which sheet is shown: the first with something to show is turned to, unless another of them is shown. */
function useShownSheet(telling: readonly number[]): [number, (index: number) => void] {
  const [index, setIndex] = useState(telling[0] ?? 0)
  const [told, setTold] = useState(telling.join())
  if (told !== telling.join()) {
    setTold(telling.join())
    if (telling.length > 0 && !telling.includes(index)) setIndex(telling[0])
  }
  return [index, setIndex]
}

/** Scrolls the mat to the first outlined piece, unless one of them is in view. */
function useShownPiece(mat: RefObject<HTMLElement | null>, shown: string): void {
  useEffect(() => {
    const view = mat.current?.getBoundingClientRect()
    const boxes = [...(mat.current?.querySelectorAll(".spot.is-picked") ?? [])].map((spot) =>
      spot.getBoundingClientRect(),
    )
    const [first] = boxes
    if (!view || !first || boxes.some(({ top, bottom }) => top < view.bottom && bottom > view.top)) return
    mat.current?.scrollBy({ top: first.top - view.top - view.height / 3 })
  }, [mat, shown])
}

/** Returns the sheets, from 0, that hold an outlined piece. */
function sheetsOf(
  pieces: readonly FilmPiece[],
  shown: ReadonlySet<string>,
  sheets: readonly SheetFile[],
): number[] {
  const holding = new Set(pieces.filter(({ row }) => shown.has(row.code)).map(({ row }) => row.sheet))
  return sheets.flatMap(({ sheet }, index) => (holding.has(sheet) ? [index] : []))
}

function filmOf({ widthPx, lengthPx, lengthIn }: SheetFile): { widthIn: number; lengthIn: number } {
  return { widthIn: lengthPx > 0 ? (widthPx * lengthIn) / lengthPx : 22, lengthIn }
}
