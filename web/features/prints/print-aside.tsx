import { lazyRouteComponent } from "@tanstack/react-router"
import { ArrowRight } from "lucide-react"
import { type ReactNode, Suspense, useMemo, useState } from "react"
import { clearOfToasts } from "../../components/ui/clear-of-toasts.ts"
import { useAuth } from "../../lib/auth.tsx"
import { classNames } from "../../lib/class-names.ts"
import { formatCount, plural } from "../../lib/format.ts"
import { HandLayer } from "../sheet-desk/hand-layer.tsx"
import { PinTools } from "../sheet-desk/pin-tools.tsx"
import { SheetFigures, shownSheets } from "../sheet-preview/sheet-figures.tsx"
import { SheetPanel } from "../sheet-preview/sheet-panel.tsx"
import type { StageGround } from "../sheet-preview/sheet-stage.tsx"
import { WarningList } from "../sheet-preview/warning-list.tsx"
import { AsideBar } from "./aside-bar.tsx"
import { DestinationNote } from "./destination-note.tsx"
import { GapNotice } from "./gap-notice.tsx"
import { LabelsSwitch } from "./labels-switch.tsx"
import { PackingPicker } from "./packing-picker.tsx"
import { copiesLeftOut } from "./print-gaps.ts"
import type { DeskSheet } from "./use-desk-sheet.ts"

const InkNotice = lazyRouteComponent(() => import("./ink-notice.tsx"), "InkNotice")
const DraftCost = lazyRouteComponent(() => import("./draft-cost.tsx"), "DraftCost")

type PrintAsideProps = DeskSheet & {
  onSetWidth?: (itemId: string, widthIn: number) => void
  /** Why the rows cannot be processed as they are, or null. */
  problem: string | null
  /** The buttons that spend or save. */
  actions: ReactNode
  /** The sheet's place beside the items: later, or slimmer, if they are a wide table. */
  place?: keyof typeof places
  /** The current stage of the print, and its share; null for a draft. */
  running?: { stage: string; share: number } | null
  /** The result of the search that continued after the start; null without one. */
  gained?: string | null
  /** True if the price is still to be paid. */
  showsBalance?: boolean
}

const places = {
  roomy: { aside: "lg:flex w-100 xl:w-116", bar: "lg:hidden" },
  slim: { aside: "lg:flex w-96", bar: "lg:hidden" },
  late: { aside: "2xl:flex w-104", bar: "2xl:hidden" },
}

/** Shows the sheet with its price and buttons: beside the items, or as a bar on phones. */
export function PrintAside(props: PrintAsideProps) {
  const { state, items, laidItems, template, copies, warnings, showsBalance = true } = props
  const { hand, hoveredId, onHoverItem, running } = props
  const place = places[props.place ?? "roomy"]
  const [inkedIds, setInkedIds] = useState<readonly string[]>([])
  const warnedIds = useMemo(
    () => new Set([...warnings.map((warning) => warning.itemId), ...inkedIds]),
    [warnings, inkedIds],
  )
  const shown = shownSheets(state)
  const choices = template && hand && (
    <>
      <PackingPicker
        items={laidItems}
        template={template}
        shownIn={shown?.template.packing === template.packing ? shown.lengthIn : null}
        onPick={props.onPackingChange}
      />
      {props.onLabelsChange && <LabelsSwitch isOn={template.labels} onChange={props.onLabelsChange} />}
    </>
  )
  // For a running or finished print its files say more.
  const destined = showsBalance && template !== null && (
    <DestinationNote
      template={template}
      sheets={shown?.layout.sheets.length ?? 1}
      className={hand ? "mt-1.5" : "mt-3"}
    />
  )
  const gained = props.gained && (
    <p role="status" className="mt-3 text-sm text-ink-2">
      {props.gained}
    </p>
  )
  const gapNotice = props.problem !== null && items.length > 0 && (
    <GapNotice
      sentence={props.problem}
      gaps={props.gaps}
      leftOut={copiesLeftOut(items)}
      onShow={props.leadToGap}
    />
  )
  const cost = showsBalance && template?.filmPrice && shown && (
    <Suspense>
      <DraftCost template={template} packed={shown} copies={copies} />
    </Suspense>
  )
  const facts = (
    <>
      <SheetFigures state={state} copies={copies} />
      {gained}
      {choices}
      {destined}
      {warnings.length > 0 && (
        <div className="mt-3">
          <WarningList warnings={warnings} onSetWidth={props.onSetWidth} limit={1} />
        </div>
      )}
      {showsBalance && (
        <Suspense>
          <InkNotice items={items} template={template} onInked={setInkedIds} />
        </Suspense>
      )}
      {showsBalance && <BalanceAfter copies={copies} />}
      {cost}
    </>
  )
  const panel = useMemo(
    () => ({
      ...{ state, items: laidItems, template, warnedIds, pickedId: hoveredId, onHoverItem, running },
      packed: hand?.packed,
      renderHand: hand ? (ground: StageGround) => <HandLayer hand={hand} ground={ground} /> : undefined,
      tools: hand && hand.pinned.size > 0 && <PinTools hand={hand} />,
    }),
    [state, laidItems, template, warnedIds, hoveredId, onHoverItem, running, hand],
  )
  return (
    <>
      <aside
        aria-label="Sheet preview"
        className={classNames(
          "sticky top-14 hidden h-[calc(100dvh-3.5rem)] flex-none flex-col border-line border-l bg-surface",
          place.aside,
        )}
      >
        <SheetPanel {...panel} className="flex-1" />
        <div ref={clearOfToasts} className="border-line border-t p-4">
          {facts}
          {gapNotice}
          <div className="mt-3 flex gap-2 [&>*]:flex-1">{props.actions}</div>
        </div>
      </aside>
      <AsideBar
        className={place.bar}
        state={state}
        copies={copies}
        notice={gapNotice}
        actions={props.actions}
        panel={panel}
        facts={facts}
      />
    </>
  )
}

function BalanceAfter({ copies }: { copies: number }) {
  const { availableCredits } = useAuth().user.credit
  const left = availableCredits - copies
  return (
    <div className="mt-3 flex items-baseline justify-between text-sm">
      <span className="text-ink-2">Balance after processing</span>
      <span className="tabular-nums">
        <span className="text-ink-3">{formatCount(availableCredits)}</span>{" "}
        <ArrowRight aria-label="becomes" className="inline size-3 text-ink-3" />{" "}
        {left < 0 ? (
          <b className="font-[650] text-bad-ink">{plural(-left, "credit")} short</b>
        ) : (
          <b className="font-[650]">{plural(left, "credit")}</b>
        )}
      </span>
    </div>
  )
}
