import { useQuery } from "@tanstack/react-query"
import { Scissors } from "lucide-react"
import { type CSSProperties, useEffect, useMemo, useRef } from "react"
import { prints } from "../../../contract/api/print-api.ts"
import { pageUnit } from "../../../contract/length.ts"
import { moneyText } from "../../../contract/money.ts"
import type { TodayFilm } from "../../../contract/orders/today.ts"
import { PRINT_OF_ORDERS } from "../../../contract/status.ts"
import { RulerNumbers } from "../../components/ruler-numbers.tsx"
import { apiData } from "../../lib/api.ts"
import { classNames } from "../../lib/class-names.ts"
import { formatLength } from "../../lib/length.ts"
import { estimatedCost } from "../prints/draft-cost.tsx"
import { storeLayout } from "../prints/print-calls.ts"
import { savedFromOrders, sheetDocument } from "../prints/sheet-document.ts"
import { useTemplateWith } from "../prints/use-desk-sheet.ts"
import { useReviewPreview } from "../prints/use-review-preview.ts"
import { PieceCanvas } from "../sheet-preview/piece-canvas.tsx"
import { shownSheets } from "../sheet-preview/sheet-figures.tsx"
import { type PackedSheets, useSheetLayout } from "../sheet-preview/use-sheet-layout.ts"
import { useFrame } from "../sheet-preview/use-stage-view.ts"
import { pickTemplate } from "../sizes/sheet-template.ts"
import { sheetTemplatesOptions } from "../sizes/size-calls.ts"

export type ShownFilm = {
  filmIn: number
  usedShare: number
  /** The cost in words; null without prices. */
  cost: string | null
  /** Lays a draft of the same items out as it is shown; else the draft is packed when it is opened. */
  keepFor: (printId: string) => Promise<void>
}

/** A print of orders has labels unless its template says otherwise. */
const ofOrders = { packing: null, print: { type: PRINT_OF_ORDERS, labels: null } } as const

/** The room around the film, beside it for the roll and its ruler, above for its lengths, below for the cut. */
const ROOM = { leftPx: 68, rightPx: 24, topPx: 32, bottomPx: 30 }
/** The mat left of the ruler. */
const MARGIN_PX = 16
/** The film shrinks to this share of its full height before its end leaves the mat. */
const LEAST_SHARE = 0.55
/** The gap between two sheets, and how many of them are drawn. */
const GAP_PX = 8
const MAX_SHEETS = 12

/** Draws the film of the items across the mat, as it is packed in the page, and reports it. */
export function TodayFilmPicture({ film, onShown }: { film: TodayFilm; onShown: (film: ShownFilm) => void }) {
  const rows = useMemo(
    () =>
      film.orderItems.map(({ shipBy, ...item }) => ({
        ...{ _id: item._id, item, shipBy, reference: "", quantity: item.quantity, isAgain: false },
      })),
    [film],
  )
  const items = useReviewPreview(rows)
  const templates = useQuery(sheetTemplatesOptions()).data?.data
  const template = useTemplateWith(pickTemplate(templates, null), ofOrders)
  const state = useSheetLayout(items, template)
  const packed = shownSheets(state)
  const isSettled =
    state.kind === "packed" && !state.isRough && !items.some(({ piece }) => piece?.state === "waiting")
  useEffect(() => {
    if (!packed || !template) return
    const cost = estimatedCost({ template, packed, copies: packed.copies })
    onShown({
      filmIn: packed.lengthIn,
      usedShare: packed.utilisation,
      cost: cost && moneyText(cost.total / 100, cost.currency),
      async keepFor(printId) {
        if (!isSettled) return
        const print = await apiData(prints.one, { params: { id: printId } })
        const layout = sheetDocument(
          { packed, sheetTemplateId: template._id },
          savedFromOrders(print).itemIdOf,
        )
        if (layout) await storeLayout(printId, layout)
      },
    })
  }, [packed, template, isSettled, onShown])
  return <FilmAcross packed={packed} isPacking={state.kind === "packing"} />
}

/** The units between two numbers of the rulers. */
const STEP = { in: 10, cm: 20 }
const none: ReadonlySet<string> = new Set()

/** Draws sheets one behind the other, from the roll at the left: a picture, not a control. */
function FilmAcross({ packed, isPacking }: { packed: PackedSheets | null; isPacking: boolean }) {
  const mat = useRef<HTMLDivElement>(null)
  const frame = useFrame(mat)
  const sheets = packed?.layout.sheets.slice(0, MAX_SHEETS) ?? []
  const widthIn = packed ? packed.template.widthIn : 22
  const lengthIn = packed ? sheets.reduce((sum, sheet) => sum + sheet.lengthPx / packed.dpi, 0) : 40
  const fullPx = (frame.heightPx - ROOM.topPx - ROOM.bottomPx) / widthIn
  const roomPx = frame.widthPx - ROOM.leftPx - ROOM.rightPx - GAP_PX * Math.max(0, sheets.length - 1)
  const pxPerIn = Math.max(0.1, fullPx * LEAST_SHARE, Math.min(fullPx, roomPx / lengthIn))
  const filmPx = widthIn * pxPerIn
  const restPx = Math.max(0, frame.heightPx - ROOM.topPx - ROOM.bottomPx - filmPx)
  const sidePx = Math.max(0, (roomPx - lengthIn * pxPerIn) / 2)
  const step = STEP[pageUnit()]
  const style = { "--in": `${pxPerIn}px`, "--len": lengthIn, "--roll-in": widthIn } as CSSProperties
  return (
    <div
      ref={mat}
      role="img"
      aria-label={packed ? `Film of ${formatLength(packed.lengthIn)}` : "Film"}
      className="absolute inset-0 overflow-hidden"
    >
      {frame.widthPx > 0 && (
        <div
          className="absolute"
          style={{ ...style, left: MARGIN_PX + sidePx, top: ROOM.topPx - 21 + restPx / 2 }}
        >
          <div className="rule-x" style={{ marginLeft: ROOM.leftPx - MARGIN_PX }}>
            <RulerNumbers lengthIn={lengthIn} step={step} />
          </div>
          <div className="mt-[3px] flex">
            <div className="rule-y">
              <RulerNumbers lengthIn={widthIn} step={step} />
            </div>
            <div className="roll-x my-[-2px] mr-px ml-[7px]" />
            {packed ? (
              sheets.map((sheet, index) => (
                <SheetAcross
                  key={index}
                  packed={packed}
                  index={index}
                  pxPerIn={pxPerIn}
                  filmPx={filmPx}
                  lengthPx={(sheet.lengthPx / packed.dpi) * pxPerIn}
                  isPacking={isPacking}
                />
              ))
            ) : (
              <div className="film film-x" />
            )}
          </div>
          {packed && (
            <div
              className="mt-2 flex items-center gap-2 text-xs text-stage-ink-2"
              style={{
                marginLeft: ROOM.leftPx - MARGIN_PX,
                width: Math.max(96, Math.min(lengthIn * pxPerIn, frame.widthPx - ROOM.leftPx - MARGIN_PX)),
              }}
            >
              <Scissors aria-hidden="true" className="size-3.5 flex-none" />
              <span className="h-px flex-1 border-current border-t border-dashed opacity-60" />
              <b className="font-[600] whitespace-nowrap text-stage-ink">{formatLength(packed.lengthIn)}</b>
            </div>
          )}
        </div>
      )}
    </div>
  )
}

type SheetAcrossProps = {
  packed: PackedSheets
  index: number
  pxPerIn: number
  /** Its width, which lies upright here, and its length. */
  filmPx: number
  lengthPx: number
  isPacking: boolean
}

/** Draws one sheet, turned a quarter: its top is at the roll. */
function SheetAcross({ packed, index, pxPerIn, filmPx, lengthPx, isPacking }: SheetAcrossProps) {
  const view = useMemo(() => ({ pxPerIn, x: 0, y: 0 }), [pxPerIn])
  const frame = useMemo(() => ({ widthPx: filmPx, heightPx: lengthPx }), [filmPx, lengthPx])
  return (
    <div
      className="film film-x flex-none"
      style={{ width: lengthPx, height: filmPx, marginLeft: index === 0 ? 0 : GAP_PX }}
    >
      <div
        className={classNames(
          "absolute top-0 left-0 origin-top-left transition-opacity duration-[120ms]",
          isPacking && "opacity-45 delay-150",
        )}
        style={{
          width: filmPx,
          height: lengthPx,
          transform: `translateY(${filmPx}px) rotate(-90deg)`,
        }}
      >
        <PieceCanvas
          packed={packed}
          sheetIndex={index}
          view={view}
          frame={frame}
          warnedIds={none}
          pickedId={null}
        />
      </div>
    </div>
  )
}
