import { Scissors } from "lucide-react"
import {
  type CSSProperties,
  Fragment,
  type MouseEvent,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react"
import type { ManifestRow } from "../../../contract/prints/manifest.ts"
import { oneFileASheet, type SheetFile } from "../../../contract/prints/print.ts"
import { RulerNumbers } from "../../components/ruler-numbers.tsx"
import { fileUrl } from "../../lib/format.ts"
import { formatLength, formatSides } from "../../lib/length.ts"
import { type Garment, garmentColour } from "../sheet-preview/garment-picker.tsx"
import { FilmBar } from "./film-bar.tsx"
import { CodeMark, DoneMark } from "./film-marks.tsx"
import { type FilmPiece, pieceNear, piecesOf } from "./remake-places.ts"
import { useFilmView } from "./use-film-view.ts"

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
/** The inches or centimetres between two figures of the rulers. */
const RULER_STEP = 5

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
        garment={garment}
        onGarment={setGarment}
        view={view}
      />
      <section
        ref={mat}
        aria-label={`Sheet ${index + 1} of ${sheets.length}, ${formatSides(film.widthIn, film.lengthIn)}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll the sheet
        tabIndex={0}
        {...view.gestures}
        className="mat min-h-0 flex-1 cursor-grab touch-pan-x touch-pan-y active:cursor-grabbing [scrollbar-width:thin] overflow-auto outline-offset-[-3px] [container-type:size]"
      >
        <div
          className="mx-auto grid w-fit grid-cols-[auto_auto] px-4 pt-1 pb-4 [--least:11px] coarse:[--least:32px]"
          style={
            {
              "--roll-in": film.widthIn,
              "--len": film.lengthIn,
              "--wide": `calc((100cqw - 5rem) / ${film.widthIn})`,
              "--whole": `max((100cqh - 7rem) / ${film.lengthIn}, var(--least))`,
              "--in": `calc(min(var(--wide), var(--whole), 32px) * ${view.zoom})`,
              "--sq": "var(--in)",
            } as CSSProperties
          }
        >
          <span />
          <Ruler lengthIn={film.widthIn} className="ruler-x" />
          <span />
          <div className="roll -mx-1.5 my-0.5 mb-0" style={{ "--roll": "24px" } as CSSProperties} />
          <Ruler lengthIn={film.lengthIn} className="ruler-y" />
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
              <img
                src={fileUrl(sheet.previewPath)}
                alt=""
                draggable={false}
                className="inset-0! size-full!"
              />
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
          <span />
          <span className="mt-2.5 flex items-center gap-2 text-xs">
            <Scissors aria-hidden="true" className="size-3.5 flex-none" />
            <span className="h-px flex-1 border-t border-dashed border-current opacity-60" />
            <b className="font-[600] text-stage-ink">{formatLength(film.lengthIn)}</b>
          </span>
        </div>
      </section>
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

function Ruler({ lengthIn, className }: { lengthIn: number; className: string }) {
  return (
    <div aria-hidden="true" className={className}>
      <RulerNumbers lengthIn={lengthIn} step={RULER_STEP} />
    </div>
  )
}
