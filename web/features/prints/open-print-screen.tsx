import { Link, lazyRouteComponent } from "@tanstack/react-router"
import { ListOrdered } from "lucide-react"
import { type ReactNode, Suspense, useMemo, useState } from "react"
import type { Print } from "../../../contract/prints/print.ts"
import type { Packing } from "../../../contract/status.ts"
import { buttonVariants } from "../../components/ui/button.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { asCommand } from "../../lib/as-command.ts"
import { useAuth } from "../../lib/auth.tsx"
import { formatWhen, lowerFirst, plural, shortId } from "../../lib/format.ts"
import { printProgress } from "../../lib/live-progress.ts"
import { shipByWords } from "../../lib/ship-day.ts"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { ChangesNotice } from "./changes-notice.tsx"
import { InkRowsContext } from "./ink-rows.ts"
import { useStoredLayout } from "./layout-keeper.ts"
import { PrintAside } from "./print-aside.tsx"
import { gapSentence } from "./print-gaps.ts"
import { PrintHead, type PrintPage } from "./print-head.tsx"
import { PrintItemsSection } from "./print-items.tsx"
import { ProcessButton } from "./print-row-buttons.tsx"
import {
  gainedWords,
  isChanged,
  isChosen,
  originOf,
  previewOfPrint,
  printActions,
  runningAt,
} from "./print-rules.ts"
import { PrintState } from "./print-state.tsx"
import { ProcessOrShow } from "./process-or-show.tsx"
import { RemakeNote } from "./remake-note.tsx"
import { type DeskSheet, useDeskSheet } from "./use-desk-sheet.ts"
import { handRowsOf, usePrintItems } from "./use-print-items.ts"
import { usePrintLabels } from "./use-print-labels.ts"

const ProcessSavedModal = lazyRouteComponent(() => import("./process-modal.tsx"), "ProcessSavedModal")

/** Shows a print that is not finished: its items, and the sheet that they make. */
export function OpenPrintScreen({ print, onDelete }: PrintPage) {
  const { user } = useAuth()
  const printId = print._id
  const warning = useModalParam("printWarningModal")
  const printItems = usePrintItems(print)
  const { items } = printItems
  const preview = useMemo(() => previewOfPrint(items), [items])
  const actions = printActions(print.status)
  const [isStarting, setIsStarting] = useState(false)
  const live = printProgress.useLatest(printId)
  const keeper = useStoredLayout(print, {
    isEditable: actions.canEdit,
    isStarting,
    isChosen: isChosen(live, print.progress),
  })
  const [packing, setPacking] = useState<Packing | null>(null)
  const labels = usePrintLabels(print)
  const sheetTemplateId = keeper.sheetTemplateId ?? print.sheetTemplateId
  const sheet = useDeskSheet(preview, sheetTemplateId, handRowsOf(printItems), {
    isFixed: !actions.canEdit,
    keeper,
    packing: { value: packing ?? keeper.packing, onChange: setPacking },
    labels,
  })
  const { copies } = sheet
  const inkRows = useMemo(
    () => ({ items: sheet.items, template: sheet.template }),
    [sheet.items, sheet.template],
  )
  const running =
    print.status === "Processing"
      ? (runningAt(live, print.progress) ?? { stage: "Starting", share: 0 })
      : null

  return (
    <div className="lg:-mt-5 lg:-mr-8 lg:-mb-10 lg:flex">
      <div className="min-w-0 flex-1 pb-28 lg:pt-5 lg:pr-8 lg:pb-10">
        <PrintHead
          print={print}
          onDelete={onDelete}
          description={`Print ${shortId(printId)}, ${originOf(print)}, ${plural(copies, "copy", "copies")}, created ${lowerFirst(formatWhen(print.createdAt))}${shipByWords(print.shipBy, user.timeZone)}`}
        >
          <Link
            to="/prints/$printId/manifest"
            params={{ printId }}
            className={buttonVariants({ variant: "ghost" })}
            {...asCommand("manifest")}
          >
            <ListOrdered /> Manifest
          </Link>
        </PrintHead>
        <PrintState print={print} className="mt-3 flex flex-wrap items-center gap-3" />
        {print.remakeReason !== null && <RemakeNote print={print} />}
        {print.failureMessage !== null && actions.canEdit && (
          <Notice tone="bad" className="mt-4">
            {print.failureMessage}
          </Notice>
        )}
        {!actions.canEdit && items.some(({ orderItemId }) => isChanged(orderItemId)) && (
          <ChangesNotice print={print} />
        )}
        <InkRowsContext value={inkRows}>
          <PrintItemsSection
            print={print}
            printItems={printItems}
            trim={sheet.template?.trim ?? true}
            onHover={sheet.onHoverItem}
            hand={sheet.hand}
          />
        </InkRowsContext>
      </div>
      <PrintAside
        {...sheet}
        place="slim"
        showsBalance={actions.canEdit}
        running={running}
        gained={gainedWords(print)}
        problem={gapSentence(sheet.gaps)}
        actions={
          <AsideAction
            print={print}
            sheet={sheet}
            isUnsaved={printItems.isUnsaved || labels?.isSaving === true}
            onProcess={() => warning.open(String(copies))}
          />
        }
      />
      {warning.isOpen && (
        <Suspense>
          {" "}
          <ProcessSavedModal
            printId={printId}
            beneath={sheet.asked}
            copies={copies}
            onClose={warning.close}
            onStarted={warning.close}
            onStarting={setIsStarting}
          />
        </Suspense>
      )}
    </div>
  )
}

type AsideActionProps = { print: Print; sheet: DeskSheet; isUnsaved: boolean; onProcess: () => void }

function AsideAction({ print, sheet, isUnsaved, onProcess }: AsideActionProps): ReactNode {
  const { process } = printActions(print.status)
  if (process.kind === "cancel") return <ProcessButton print={print} onProcess={onProcess} />
  const isOffered = process.kind === "process"
  return (
    <ProcessOrShow
      gaps={sheet.gaps}
      problem={gapSentence(sheet.gaps)}
      onShow={sheet.leadToGap}
      disabled={!isOffered || isUnsaved || print.printItems.length === 0}
      onProcess={onProcess}
    >
      {isOffered ? "Process Print" : process.label}
    </ProcessOrShow>
  )
}
