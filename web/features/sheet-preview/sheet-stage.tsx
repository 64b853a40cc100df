import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useRef,
  useState,
} from "react"
import { inchesFrom, pageUnit } from "../../../contract/length.ts"
import { classNames } from "../../lib/class-names.ts"
import { plural } from "../../lib/format.ts"
import { formatSides } from "../../lib/length.ts"
import { placementAt } from "./draw-pieces.ts"
import { type Garment, garmentColour } from "./garment.ts"
import { PieceCanvas } from "./piece-canvas.tsx"
import { StageBar } from "./stage-bar.tsx"
import { CutLine, Roll, Rulers, Veil } from "./stage-furniture.tsx"
import type { PackedSheets } from "./use-sheet-layout.ts"
import { pointIn, type StageView, useStageView } from "./use-stage-view.ts"
import type { Film, View } from "./view.ts"

/** The tools of a hand on the stage. It draws the pieces then, and gets every pointer. */
export type StageGround = {
  sheetIndex: number
  showSheet: (index: number) => void
  film: Film
  stage: RefObject<HTMLElement | null>
  stageView: StageView
  warnedIds: ReadonlySet<string>
  pickedId: string | null
  onHoverItem?: (itemId: string | null) => void
  /** Shows film down to the lower edge of held pieces, in inches; 0 rolls it up again. */
  unroll: (toIn: number) => void
  /** Set by the hand: returns true for a key that it handled. */
  keys: RefObject<((event: KeyboardEvent) => boolean) | null>
}

type SheetStageProps = {
  packed: PackedSheets
  isPacking?: boolean
  warnedIds?: ReadonlySet<string>
  /** The item whose copies are outlined. */
  pickedId?: string | null
  onHoverItem?: (itemId: string | null) => void
  /** The share of the film that is written, 0 to 1; the rest lies under a veil. */
  writtenShare?: number
  /** Lets the pieces be moved. */
  renderHand?: (ground: StageGround) => ReactNode
  /** Placed before the sheet's name: a close button on phones. */
  leading?: ReactNode
  className?: string
}

const none: ReadonlySet<string> = new Set()
/** The room below a fitted film for a hand's tools. */
const TOOLS_PX = 84

/** Shows the sheet on the cutting mat, with roll, rulers and cut line, to zoom and pan. */
export function SheetStage(props: SheetStageProps) {
  const { packed, isPacking = false, warnedIds = none, pickedId = null, onHoverItem, renderHand } = props
  const stage = useRef<HTMLElement>(null)
  const [wanted, setWanted] = useState(0)
  const [garment, setGarment] = useState<Garment>("film")
  const films = filmsOf(packed)
  const index = Math.min(wanted, films.length - 1)
  const film = films[index] ?? { widthIn: 22, lengthIn: 22 }
  const stageView = useStageView(stage, film, renderHand && TOOLS_PX)
  const [unrolledIn, setUnrolledIn] = useState(0)
  const shownFilm = { ...film, lengthIn: Math.max(film.lengthIn, unrolledIn) }
  const keys = useRef<StageGround["keys"]["current"]>(null)
  const { view, frame } = stageView
  const copies = packed.layout.sheets[index]?.placements.length ?? 0
  const label = [
    `Sheet ${index + 1} of ${films.length}`,
    `${formatSides(film.widthIn, film.lengthIn)}`,
    plural(copies, "copy", "copies"),
  ].join(", ")

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    stageView.pointer.onPointerMove(event)
    if (event.pointerType === "touch") return
    const hit = placementAt(packed, index, view, pointIn(stage.current, event))
    onHoverItem?.(hit && packed.items[hit.piece].id)
  }

  return (
    <div
      aria-busy={isPacking}
      className={classNames(
        "relative flex min-h-0 flex-col overflow-hidden bg-stage text-stage-ink",
        props.className,
      )}
    >
      <StageBar
        index={index}
        count={films.length}
        onIndex={setWanted}
        isPacking={isPacking}
        garment={garment}
        onGarment={setGarment}
        stageView={stageView}
        leading={props.leading}
      />
      <section
        ref={stage}
        aria-label={`${label}. ${renderHand ? "Arrow keys move picked pieces, or the sheet" : "Arrow keys move it"}, plus and minus zoom, 0 fits it.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys move and zoom the sheet
        tabIndex={0}
        className={classNames(
          "mat relative min-h-0 flex-1 touch-none overflow-hidden outline-offset-[-3px] select-none",
          stageView.isFitted || renderHand ? "cursor-default" : "cursor-grab active:cursor-grabbing",
        )}
        style={matStyle(view)}
        onKeyDown={(event) => {
          if (keys.current?.(event)) return event.preventDefault()
          if (event.ctrlKey || event.metaKey || event.altKey) return
          if (stageView.onKey(event.key)) event.preventDefault()
        }}
        {...(renderHand ? {} : { ...stageView.pointer, onDoubleClick: stageView.zoomIn, onPointerMove })}
        onPointerLeave={() => onHoverItem?.(null)}
      >
        {frame.widthPx > 0 && (
          <>
            <div
              className="film absolute! top-0 left-0 will-change-transform"
              style={filmStyle(view, shownFilm, garment)}
            />
            {!renderHand && (
              <div
                className={classNames(
                  "transition-opacity duration-[120ms]",
                  isPacking && "opacity-45 delay-150",
                )}
              >
                <PieceCanvas
                  packed={packed}
                  sheetIndex={index}
                  view={view}
                  frame={frame}
                  warnedIds={warnedIds}
                  pickedId={pickedId}
                />
              </div>
            )}
            {props.writtenShare !== undefined && (
              <Veil view={view} film={film} fromIn={writtenIn(films, index, props.writtenShare)} />
            )}
            <Roll view={view} widthIn={film.widthIn} />
            <Rulers view={view} film={shownFilm} />
            <CutLine view={view} film={shownFilm} />
            {renderHand?.({
              sheetIndex: index,
              showSheet: setWanted,
              film,
              stage,
              stageView,
              warnedIds,
              pickedId,
              onHoverItem,
              unroll: (toIn) => setUnrolledIn(unrolled(toIn, film, packed)),
              keys,
            })}
          </>
        )}
      </section>
    </div>
  )
}

/** Returns how far down one of the films is written, when they are written one after the other. */
function writtenIn(films: readonly { lengthIn: number }[], index: number, share: number): number {
  const allIn = films.reduce((sum, { lengthIn }) => sum + lengthIn, 0)
  const beforeIn = films.slice(0, index).reduce((sum, { lengthIn }) => sum + lengthIn, 0)
  return Math.min(films[index]?.lengthIn ?? 0, Math.max(0, share * allIn - beforeIn))
}

/** Returns the length in half inches, because each step draws the stage again; never more than the film. */
function unrolled(toIn: number, film: Film, { template: { edgeIn, maxLengthIn } }: PackedSheets): number {
  if (toIn <= film.lengthIn) return 0
  return Math.min(maxLengthIn, Math.ceil((toIn + edgeIn) * 2) / 2)
}

function filmsOf({ dpi, layout }: PackedSheets): Film[] {
  return layout.sheets.map((sheet) => ({ widthIn: sheet.widthPx / dpi, lengthIn: sheet.lengthPx / dpi }))
}

function filmStyle(view: View, film: { widthIn: number; lengthIn: number }, garment: Garment): CSSProperties {
  const colour = garmentColour(garment)
  return {
    "--in": `${view.pxPerIn}px`,
    "--roll-in": film.widthIn,
    "--len": film.lengthIn,
    transform: `translate(${view.x}px, ${view.y}px)`,
    ...(colour === null ? {} : { background: colour }),
  } as CSSProperties
}

// Returns the mat's style: a square is one inch or centimetre, or a round number if that is too small to see.
function matStyle(view: View): CSSProperties {
  const unitPx = inchesFrom(1, pageUnit()) * view.pxPerIn
  const step = [1, 2, 5, 10, 20].find((units) => units * unitPx >= 24) ?? 50
  const at = `${view.x}px ${view.y}px`
  return { "--sq": `${step * unitPx}px`, backgroundPosition: `${at}, ${at}, 0 0` } as CSSProperties
}
