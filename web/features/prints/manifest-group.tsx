import { lazyRouteComponent } from "@tanstack/react-router"
import { Suspense } from "react"
import { shownAnswersOf, shownQuestion } from "../../../contract/orders/personalisation.ts"
import {
  approvedWords,
  changeNotice,
  type ManifestRow,
  textNotice,
} from "../../../contract/prints/manifest.ts"
import { Checkbox } from "../../components/ui/checkbox.tsx"
import { useMay } from "../../lib/auth.tsx"
import { classNames } from "../../lib/class-names.ts"
import { lowerFirst } from "../../lib/format.ts"
import { formatLength } from "../../lib/length.ts"
import { AnswerFiles, answersText } from "../matching/buyer-answers.tsx"
import { ArtworkPicture } from "../sheet-preview/artwork-picture.tsx"
import type { ShownGroup } from "./manifest-view.ts"

const PressOrderButton = lazyRouteComponent(
  () => import("../fulfilment/fulfil-buttons.tsx"),
  "PressOrderButton",
)

/** Returns the id of a copy's row, to scroll to and to focus. */
export function copyElementId(code: string): string {
  return `copy-${code}`
}

type GroupProps = {
  group: ShownGroup
  /** Rows name their order if the heading does not. */
  isByOrder: boolean
  /** True once the film exists, so that done pieces are pressed. */
  isPrinted: boolean
  /** The code of the copy that was searched for. */
  foundCode: string
  /** The code of the copy under the mouse, here or on the film; null if it is in another group. */
  hoveredCode: string | null
  /** The counts of copies among the pieces of their orders, by code. */
  counts: ReadonlyMap<string, string>
  /** What is to be looked at in the ink of each item, by its id. */
  inks: ReadonlyMap<string, string>
  onHover: (code: string | null) => void
  onTick: (rows: readonly ManifestRow[], isDone: boolean) => void
}

/** Lists the copies of one order or sheet, each with a box to tick, and one box for all of them. */
export function ManifestGroup(props: GroupProps) {
  const { group, isByOrder, isPrinted, foundCode, hoveredCode, counts, inks, onHover, onTick } = props
  const { heading, detail, all, done, rows } = group
  const isDone = done === all.length
  const isMaker = useMay("maker")
  const pressable = isMaker && isByOrder && isPrinted && isDone ? pressableOf(all) : null
  return (
    <section aria-label={heading} className="rounded-lg border border-line bg-surface shadow-card">
      <div className="flex min-h-14 items-center gap-3 border-b border-line px-3 py-2 md:px-4">
        <Checkbox
          className="size-6 [&_svg]:size-4"
          checked={isDone ? true : done > 0 ? "indeterminate" : false}
          onCheckedChange={() => onTick(all, !isDone)}
          label={`All of ${lowerFirst(heading)}`}
        />
        <div className="min-w-0 flex-1">
          <h2 className="truncate text-base font-[620] tabular-nums">{heading}</h2>
          {detail !== "" && <p className="text-sm text-ink-2 md:truncate">{detail}</p>}
        </div>
        {pressable && (
          <Suspense>
            <PressOrderButton orderId={pressable.orderId} orderNumber={pressable.orderNumber} />
          </Suspense>
        )}
        <p className="flex-none text-sm text-ink-2 tabular-nums">
          {done} of {all.length} done
        </p>
      </div>
      <ul className="divide-y divide-line">
        {rows.map((row) => (
          <CopyRow
            key={row.code}
            row={row}
            count={counts.get(row.code)}
            ink={inks.get(row.itemId)}
            isByOrder={isByOrder}
            isFound={row.code === foundCode || row.code === hoveredCode}
            onHover={onHover}
            onTick={onTick}
          />
        ))}
      </ul>
    </section>
  )
}

/** Returns the order of these copies, unless it is already marked. */
function pressableOf([row]: readonly ManifestRow[]): { orderId: string; orderNumber: string } | null {
  if (!row || row.orderId === null || row.isPressed) return null
  return { orderId: row.orderId, orderNumber: row.orderNumber }
}

type CopyRowProps = {
  row: ManifestRow
  /** Its count among the pieces of its order; undefined for an only one. */
  count: string | undefined
  ink: string | undefined
  isByOrder: boolean
  /** True if it was searched for, or is under the mouse on the film. */
  isFound: boolean
  onHover: GroupProps["onHover"]
  onTick: GroupProps["onTick"]
}

/** Draws a copy; a tap anywhere on the row ticks it, because thumbs are used at the press. */
function CopyRow({ row, count, ink, isByOrder, isFound, onHover, onTick }: CopyRowProps) {
  const name = row.item || row.image || "No artwork"
  const about = [row.size, row.sku, approvedWords(row)].filter((part) => part !== "").join(", ")
  const notices = [changeNotice(row), textNotice(row)].filter((notice) => notice !== "")
  const order = [row.orderNumber, row.buyer].filter((part) => part !== "").join(", ")
  return (
    <li
      id={copyElementId(row.code)}
      onPointerEnter={() => onHover(row.code)}
      onPointerLeave={() => onHover(null)}
      className={classNames(
        "scroll-mt-48 scroll-mb-24 [contain-intrinsic-size:auto_4.5rem] [content-visibility:auto] last:rounded-b-lg",
        isFound && "bg-accent-soft",
      )}
    >
      {/* biome-ignore lint/a11y/noLabelWithoutControl: its control is the checkbox, a button */}
      <label className="flex min-h-16 cursor-pointer items-center gap-3 px-3 py-2 hover:bg-hover md:px-4">
        <Checkbox
          className="size-6 [&_svg]:size-4"
          checked={row.isDone}
          onCheckedChange={(isDone) => onTick([row], isDone)}
          label={[
            row.code,
            name,
            row.size,
            ...row.texts.map(({ text }) => text),
            answersText(row),
            ...notices,
          ]
            .filter((part) => part !== "")
            .join(", ")}
        />
        <ArtworkPicture path={row.preview} className="size-12 flex-none rounded-xs p-1" />
        <span className={classNames("min-w-0 flex-1", row.isDone && "text-ink-2")}>
          <span className={classNames("line-clamp-2 text-sm font-[550]", row.isDone && "line-through")}>
            {name}
          </span>
          <span className="block truncate text-sm text-ink-2">{about}</span>
          {row.texts.map(({ label, text }) => (
            <span key={label} className="block text-sm font-[550] [overflow-wrap:anywhere]">
              <span className="font-normal text-ink-2">{label}: </span>
              {text}
            </span>
          ))}
          {notices.map((notice) => (
            <span key={notice} className="block text-sm font-[600] text-bad-ink">
              {notice}
            </span>
          ))}
          <SaidLines row={row} />
          {ink !== undefined && <span className="block text-ink-2 text-xs">Ink: {ink}</span>}
          {!isByOrder && order !== "" && <span className="block truncate text-sm text-ink-2">{order}</span>}
        </span>
        <span className="flex-none text-right text-sm">
          <b className="block font-[620] tabular-nums">{row.code}</b>
          {count && <span className="block text-xs tabular-nums">{count}</span>}
          <span className="block text-xs text-ink-2 tabular-nums">{placeWords(row, isByOrder)}</span>
          {row.isDone && row.doneBy !== null && (
            <span className="block text-xs text-ink-2">Ticked by {row.doneBy}</span>
          )}
        </span>
      </label>
    </li>
  )
}

/** Shows the text of the copy: its answers one after the other, and the files. */
function SaidLines({ row }: { row: ManifestRow }) {
  return (
    <span className="flex flex-wrap items-center gap-x-4 text-sm">
      {shownAnswersOf(row).map((said, place) => {
        if (said.isFile) return null
        const question = shownQuestion(said)
        return (
          <span key={place} className="whitespace-pre-line [overflow-wrap:anywhere]">
            {question !== "" && <span className="text-ink-2">{question}: </span>}
            {question === "" ? `“${said.answer}”` : said.answer}
          </span>
        )
      })}
      <AnswerFiles item={row} />
    </span>
  )
}

function placeWords({ sheet, position, xIn, yIn }: ManifestRow, isByOrder: boolean) {
  if (sheet === null || position === null || xIn === null || yIn === null) return ""
  return (
    <>
      {isByOrder ? `Sheet ${sheet}, ` : "Position "}
      {position}
      <span className="block max-md:hidden">
        {formatLength(xIn)} across, {formatLength(yIn)} down
      </span>
    </>
  )
}
