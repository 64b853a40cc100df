import { lazyRouteComponent } from "@tanstack/react-router"
import { Dialog } from "radix-ui"
import { type ReactNode, Suspense } from "react"
import { texts } from "../../../contract/text.ts"
import { Button } from "../../components/ui/button.tsx"
import { DialogContent } from "../../components/ui/dialog-content.tsx"
import { ConfirmModal } from "../../components/ui/modal.tsx"
import { Spinner } from "../../components/ui/spinner.tsx"
import { Tooltip } from "../../components/ui/tooltip.tsx"
import { asCommand } from "../../lib/as-command.ts"
import { classNames } from "../../lib/class-names.ts"
import { toastError } from "../../lib/toast.tsx"
import { PrintAside } from "./print-aside.tsx"
import { ProcessOrShow } from "./process-or-show.tsx"
import type { PrintDesk } from "./use-print-desk.ts"

const ProcessModal = lazyRouteComponent(() => import("./process-modal.tsx"), "ProcessModal")

/** Draws save and process, as the aside has them; a screen without an aside places them itself. */
export function DeskActions({ desk }: { desk: PrintDesk }) {
  const { source, sheet, warning, isSaving, isProcessing } = desk
  const isEmpty = source.items.length === 0
  const sayOr = (problem: string | null, act: () => void) => (problem === null ? act() : toastError(problem))
  return (
    <>
      <Tooltip content={texts.draftTooltip}>
        <Button
          size="lg"
          disabled={isEmpty || isProcessing}
          isLoading={isSaving}
          {...asCommand("save-draft")}
          onClick={() => sayOr(source.draftProblem ?? null, desk.save)}
        >
          Create Print (Draft)
        </Button>
      </Tooltip>
      <Tooltip content={texts.processTooltip}>
        <ProcessOrShow
          gaps={sheet.gaps}
          problem={desk.problem}
          onShow={sheet.leadToGap}
          disabled={isEmpty || isSaving || isProcessing}
          onProcess={() => warning.open(String(sheet.copies))}
        >
          Create Print (Process)
        </ProcessOrShow>
      </Tooltip>
    </>
  )
}

/** The places of the sheet beside the rows: from `lg` on, or later if they are a wide table. */
const frames = {
  roomy: {
    desk: "lg:-mt-5 lg:-mr-8 lg:-mb-10",
    rows: "lg:pt-5 lg:pr-8 lg:pb-10",
  },
  late: {
    desk: "2xl:-mt-5 2xl:-mr-8 2xl:-mb-10",
    rows: "2xl:pt-5 2xl:pr-8 2xl:pb-10",
  },
}

type DeskFrameProps = {
  desk: PrintDesk
  place: keyof typeof frames
  /** False if an empty desk shows no sheet. */
  hasSheet?: boolean
  onSetWidth?: (itemId: string, widthIn: number) => void
  /** The rows and the part above them. */
  children: ReactNode
}

/** Shows the rows with their sheet beside them, and asks before a credit is spent. */
export function DeskFrame({ desk, place, hasSheet = true, onSetWidth, children }: DeskFrameProps) {
  const { source, sheet, warning, refusal } = desk
  return (
    <div className={classNames("flex", frames[place].desk)}>
      <div className={classNames("min-w-0 flex-1 pb-28", frames[place].rows)}>{children}</div>
      {hasSheet && (
        <PrintAside
          {...sheet}
          place={place}
          onSetWidth={onSetWidth}
          problem={desk.problem}
          actions={<DeskActions desk={desk} />}
        />
      )}
      {warning.isOpen && source.items.length > 0 && !desk.isProcessing && (
        <Suspense>
          <ProcessModal
            asked={sheet.asked}
            items={sheet.items}
            copies={sheet.copies}
            problem={desk.problem}
            sheetTemplateId={source.sheetTemplateId}
            onTemplateChange={source.onTemplateChange}
            onPackingChange={sheet.onPackingChange}
            labels={source.labels}
            onProceed={desk.process}
            isWorking={desk.isProcessing}
            onClose={warning.close}
          />
        </Suspense>
      )}
      {refusal && (
        <ConfirmModal
          onClose={refusal.close}
          title={refusal.isPrinted ? "Print again?" : "Already in a print"}
          description={refusal.message}
          verb={refusal.isPrinted ? "Print again" : "Add anyway"}
          onConfirm={refusal.confirm}
        />
      )}
      <ProcessingOverlay isOpen={desk.isProcessing} />
    </div>
  )
}

/** Covers the page from the click that spends credits until the server has taken the print. */
function ProcessingOverlay({ isOpen }: { isOpen: boolean }) {
  return (
    <Dialog.Root open={isOpen}>
      <Dialog.Portal>
        <Dialog.Overlay className="appear fixed inset-0 z-50 bg-scrim backdrop-blur-[2px]" />
        <DialogContent
          aria-describedby={undefined}
          className="appear fixed inset-0 z-50 grid place-items-center p-6 outline-none"
        >
          <div className="flex max-w-md flex-col items-center gap-4 rounded-xl bg-raised p-6 text-center shadow-modal">
            <Spinner className="size-6 text-accent-ink" />
            <Dialog.Title className="text-base font-[550] text-pretty">
              {texts.processingOverlay}
            </Dialog.Title>
          </div>
        </DialogContent>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
