import { useQuery } from "@tanstack/react-query"
import { Link, lazyRouteComponent, useNavigate, useParams } from "@tanstack/react-router"
import { ListOrdered, Trash2 } from "lucide-react"
import { type ReactNode, Suspense, useEffect, useMemo, useState } from "react"
import type { Print } from "../../../contract/prints/print.ts"
import type { Packing } from "../../../contract/status.ts"
import { Button, buttonVariants } from "../../components/ui/button.tsx"
import { EmptyState } from "../../components/ui/empty-state.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { PageHeader } from "../../components/ui/page-header.tsx"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import { ApiFailure, failureWords } from "../../lib/api.ts"
import { useAuth } from "../../lib/auth.tsx"
import { formatWhen, lowerFirst, plural, shortId } from "../../lib/format.ts"
import { printProgress, takeAwaited } from "../../lib/live-progress.ts"
import { usePageMeta } from "../../lib/page-meta.ts"
import { useSearchParam } from "../../lib/search-params.ts"
import { shipByWords } from "../../lib/ship-day.ts"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { useSeenPrint } from "../notifications/use-seen-print.ts"
import { DuplicateButton } from "./duplicate-button.tsx"
import { useStoredLayout } from "./layout-keeper.ts"
import { PrintAside } from "./print-aside.tsx"
import { printOptions } from "./print-calls.ts"
import { gapSentence } from "./print-gaps.ts"
import { PrintItemsSection } from "./print-items.tsx"
import { ProcessButton, ShareButton } from "./print-row-buttons.tsx"
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
import { type DeskSheet, useDeskSheet } from "./use-desk-sheet.ts"
import { handRowsOf, usePrintItems } from "./use-print-items.ts"
import { usePrintLabels } from "./use-print-labels.ts"
import { usePrintName } from "./use-print-name.tsx"

const FinishedAside = lazyRouteComponent(() => import("./finished-aside.tsx"), "FinishedAside")

const SuccessModal = lazyRouteComponent(() => import("./success-modal.tsx"), "SuccessModal")

const RemakeNote = lazyRouteComponent(() => import("./remake-note.tsx"), "RemakeNote")

const ChangesNotice = lazyRouteComponent(() => import("./changes-notice.tsx"), "ChangesNotice")

const DeletePrintModal = lazyRouteComponent(() => import("./print-modals.tsx"), "DeletePrintModal")
const ProcessSavedModal = lazyRouteComponent(() => import("./process-modal.tsx"), "ProcessSavedModal")

/** Shows one print: its items, and its sheet before or after it was written. */
export function PrintDetailsScreen() {
  const { printId } = useParams({ from: "/protected/prints/$printId" })
  const query = useQuery(printOptions(printId))
  const name = query.data?.name
  usePageMeta({
    title: name ?? "Print",
    crumbs: [{ label: "Prints", href: "/prints" }, ...(name === undefined ? [] : [{ label: name }])],
  })
  if (query.isError && !query.data) {
    const isGone = query.error instanceof ApiFailure && query.error.status === 404
    return isGone ? (
      <EmptyState
        headingLevel="h1"
        title={query.error.message}
        description="It was deleted, or its address is not complete."
        action={
          <Link to="/prints" className={buttonVariants({ variant: "primary", size: "lg" })}>
            Go to prints
          </Link>
        }
      />
    ) : (
      <EmptyState
        headingLevel="h1"
        title="This print could not be loaded"
        description={failureWords(query.error)}
        action={<Button onClick={() => void query.refetch()}>Try again</Button>}
      />
    )
  }
  if (!query.data) return <DetailsSkeleton />
  return <PrintDetails key={printId} print={query.data} />
}

function PrintDetails({ print }: { print: Print }) {
  const { user } = useAuth()
  const printId = print._id
  const navigate = useNavigate()
  const warning = useModalParam("printWarningModal")
  const success = useModalParam("printSuccessModal", { with: ["filePath"] })
  const deletion = useModalParam("deletePrint")
  const printName = usePrintName(print, { isNamedAtOnce: useSearchParam("rename") === "true" })
  const leave = () => void navigate({ to: "/prints" })
  const isFinished = print.status === "Completed" && print.fileId.length > 0
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
    isPacked: !isFinished,
    isFixed: !actions.canEdit,
    keeper,
    packing: { value: packing ?? keeper.packing, onChange: setPacking },
    labels,
  })
  const { copies } = sheet
  const running =
    print.status === "Processing"
      ? (runningAt(live, print.progress) ?? { stage: "Starting", share: 0 })
      : null

  useSeenPrint(isFinished ? printId : null)

  // Started in this tab and completed: the seller waits for its sheets.
  const { open: openSuccess } = success
  useEffect(() => {
    if (isFinished && takeAwaited(printId))
      openSuccess(printId, { filePath: print.fileId.map((file) => file.path) })
  }, [isFinished, printId, print.fileId, openSuccess])

  return (
    <div className="lg:-mt-5 lg:-mr-8 lg:-mb-10 lg:flex">
      <div
        className={
          isFinished ? "min-w-0 flex-1 lg:py-5 lg:pr-8" : "min-w-0 flex-1 pb-28 lg:pt-5 lg:pr-8 lg:pb-10"
        }
      >
        <PageHeader
          title={printName.name}
          titleAction={printName.action}
          description={`Print ${shortId(printId)}, ${originOf(print)}, ${plural(copies, "copy", "copies")}, created ${lowerFirst(formatWhen(print.createdAt))}${shipByWords(print.shipBy, user.timeZone)}`}
          isInline
          actions={
            <>
              <Link
                to="/prints/$printId/manifest"
                params={{ printId }}
                className={buttonVariants({ variant: "ghost" })}
              >
                <ListOrdered /> Manifest
              </Link>
              <ShareButton print={print} />
              <DuplicateButton
                print={print}
                onMade={(copy) => void navigate({ to: "/prints/$printId", params: { printId: copy._id } })}
              />
              {actions.canDelete && (
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label="Delete print"
                  title="Delete"
                  onClick={() => deletion.open(printId)}
                >
                  <Trash2 />
                </Button>
              )}
            </>
          }
        />
        <PrintState print={print} className="mt-3 flex flex-wrap items-center gap-3" />
        {print.remakeReason !== null && (
          <Suspense>
            <RemakeNote print={print} />
          </Suspense>
        )}
        {print.failureMessage !== null && actions.canEdit && (
          <Notice tone="bad" className="mt-4">
            {print.failureMessage}
          </Notice>
        )}
        {!actions.canEdit && items.some(({ orderItemId }) => isChanged(orderItemId)) && (
          <Suspense>
            <ChangesNotice print={print} />
          </Suspense>
        )}
        <PrintItemsSection
          print={print}
          printItems={printItems}
          trim={sheet.template?.trim ?? true}
          onHover={sheet.onHoverItem}
          hand={sheet.hand}
        />
      </div>
      {isFinished ? (
        <Suspense>
          <FinishedAside print={print} />
        </Suspense>
      ) : (
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
      )}
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
      {success.isOpen && (
        <Suspense>
          <SuccessModal printId={printId} onClose={success.close} />
        </Suspense>
      )}
      {deletion.isOpen && (
        <Suspense>
          <DeletePrintModal
            printId={printId}
            print={print}
            onClose={deletion.close}
            onDeleted={({ scope }) => (scope === "everything" ? leave() : deletion.close())}
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

function DetailsSkeleton() {
  return (
    <div role="status" aria-label="Loading">
      <Skeleton className="h-7 w-40" />
      <Skeleton className="mt-2 h-4 w-64" />
      <Skeleton className="mt-8 h-72 rounded-lg" />
    </div>
  )
}
