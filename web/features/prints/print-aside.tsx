import { lazyRouteComponent } from "@tanstack/react-router"
import { ArrowRight, X } from "lucide-react"
import { Dialog } from "radix-ui"
import { type ReactNode, Suspense, useMemo, useState } from "react"
import { Button } from "../../components/ui/button.tsx"
import { clearOfToasts } from "../../components/ui/clear-of-toasts.ts"
import { DialogContent } from "../../components/ui/dialog-content.tsx"
import { useAuth } from "../../lib/auth.tsx"
import { classNames } from "../../lib/class-names.ts"
import { formatCount, plural } from "../../lib/format.ts"
import { formatLength } from "../../lib/length.ts"
import { HandLayer } from "../sheet-desk/hand-layer.tsx"
import { PinTools } from "../sheet-desk/pin-tools.tsx"
import { SheetFigures, shownSheets } from "../sheet-preview/sheet-figures.tsx"
import { SheetMini } from "../sheet-preview/sheet-mini.tsx"
import { SheetPanel } from "../sheet-preview/sheet-panel.tsx"
import { StageButton, type StageGround } from "../sheet-preview/sheet-stage.tsx"
import type { SheetLayoutState } from "../sheet-preview/use-sheet-layout.ts"
import { WarningList } from "../sheet-preview/warning-list.tsx"
import { DestinationNote } from "./destination-note.tsx"
import { GapNotice } from "./gap-notice.tsx"
import { LabelsSwitch } from "./labels-switch.tsx"
import { PackingPicker } from "./packing-picker.tsx"
import { copiesLeftOut } from "./print-gaps.ts"
import type { DeskSheet } from "./use-desk-sheet.ts"

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
  const warnedIds = useMemo(() => new Set(warnings.map((warning) => warning.itemId)), [warnings])
  const [isOpen, setIsOpen] = useState(false)
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
          <SheetFigures state={state} copies={copies} />
          {gained}
          {choices}
          {destined}
          {warnings.length > 0 && (
            <div className="mt-3">
              <WarningList warnings={warnings} onSetWidth={props.onSetWidth} limit={1} />
            </div>
          )}
          {showsBalance && <BalanceAfter copies={copies} />}
          {cost}
          {gapNotice}
          <div className="mt-3 flex gap-2 [&>*]:flex-1">{props.actions}</div>
        </div>
      </aside>
      <AsideBar className={place.bar}>
        <div className="mb-2.5 flex items-center gap-3">
          <button
            type="button"
            aria-label="Open the sheet preview"
            onClick={() => setIsOpen(true)}
            className="flex-none rounded-md"
          >
            <SheetMini
              packed={shownSheets(state)}
              isPacking={state.kind === "packing"}
              marginPx={10}
              rollPx={6}
              className="h-12 w-16 rounded-md"
            />
          </button>
          <BarWords state={state} copies={copies} />
          <Button variant="ghost" size="sm" onClick={() => setIsOpen(true)}>
            Preview
          </Button>
        </div>
        {gapNotice && <div className="-mt-3 mb-2.5">{gapNotice}</div>}
        <div className="flex gap-2 [&>*]:flex-1 [&>*]:px-2">{props.actions}</div>
      </AsideBar>
      <Dialog.Root open={isOpen} onOpenChange={setIsOpen}>
        <Dialog.Portal>
          <DialogContent
            aria-describedby={undefined}
            className="appear fixed inset-0 z-40 flex flex-col bg-stage outline-none"
          >
            <Dialog.Title className="sr-only">Sheet preview</Dialog.Title>
            <SheetPanel
              {...panel}
              className="flex-1"
              leading={
                <StageButton label="Close" onClick={() => setIsOpen(false)}>
                  <X className="size-5" />
                </StageButton>
              }
            />
            <div className="max-h-[50dvh] overflow-y-auto rounded-t-xl bg-raised p-4 text-ink shadow-modal">
              <SheetFigures state={state} copies={copies} />
              {gained}
              {choices}
              {destined}
              {warnings.length > 0 && (
                <div className="mt-3">
                  <WarningList warnings={warnings} onSetWidth={props.onSetWidth} limit={1} />
                </div>
              )}
              {showsBalance && <BalanceAfter copies={copies} />}
              {cost}
            </div>
          </DialogContent>
        </Dialog.Portal>
      </Dialog.Root>
    </>
  )
}

type AsideBarProps = {
  /** The widths at which the aside fits, and the bar is hidden. */
  className: string
  children: ReactNode
}

/** Replaces the aside: at the bottom edge of a phone, in the corner of a tablet. */
function AsideBar({ className, children }: AsideBarProps) {
  return (
    <div
      ref={clearOfToasts}
      className={classNames(
        "fixed inset-x-0 bottom-0 z-30 border-line border-t bg-raised p-3 md:inset-x-auto md:right-4 md:bottom-4 md:w-116 md:rounded-lg md:border md:shadow-float",
        className,
      )}
    >
      {children}
    </div>
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

/** The bar's text while there is no sheet to measure. */
const barTitles: Record<SheetLayoutState["kind"], string> = {
  empty: "The roll is empty",
  packing: "Packing",
  packed: "Packed",
  "too-large": "Too large for the sheet",
  failed: "No preview",
}

function BarWords({ state, copies }: { state: SheetLayoutState; copies: number }) {
  const { availableCredits } = useAuth().user.credit
  const packed = shownSheets(state)
  const left = availableCredits - copies
  return (
    <div className="min-w-0 flex-1 text-sm">
      {packed ? (
        <div className="truncate">
          <b className="font-[640]">{formatLength(packed.lengthIn)} of film</b>,{" "}
          {(packed.utilisation * 100).toFixed(1)}% used
        </div>
      ) : (
        <b className="font-[640]">{barTitles[state.kind]}</b>
      )}
      <div className="truncate text-ink-2">
        {plural(copies, "credit")},{" "}
        {left < 0 ? `${formatCount(-left)} short` : `${formatCount(left)} left after`}
      </div>
    </div>
  )
}
