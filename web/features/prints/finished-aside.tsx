import { lazyRouteComponent } from "@tanstack/react-router"
import { Suspense } from "react"
import { oneFileASheet, type Print } from "../../../contract/prints/print.ts"
import { clearOfToasts } from "../../components/ui/clear-of-toasts.ts"
import { formatCount, formatInches, formatMoney } from "../../lib/format.ts"
import { SheetStage, type StageContent } from "../sheet-preview/sheet-stage.tsx"
import { DownloadButton, SheetLinks } from "./finished-sheets.tsx"
import { AsideBar } from "./print-aside.tsx"
import { gainedWords } from "./print-rules.ts"
import { Retention, SheetThumb } from "./print-state.tsx"

const ShareWithShop = lazyRouteComponent(() => import("./share-with-shop.tsx"), "ShareWithShop")

const PrintCost = lazyRouteComponent(() => import("./print-cost.tsx"), "PrintCost")

const RemakeButton = lazyRouteComponent(() => import("./remake-button.tsx"), "RemakeButton")

const PressPrintButton = lazyRouteComponent(
  () => import("../fulfilment/fulfil-buttons.tsx"),
  "PressPrintButton",
)

const PrintWritings = lazyRouteComponent(() => import("./print-writings.tsx"), "PrintWritings")

const SendToShop = lazyRouteComponent(() => import("../fulfilment/send-to-shop.tsx"), "SendToShop")

/** Shows a completed print's sheets (at least one) with links and downloads. */
export function FinishedAside({ print }: { print: Print }) {
  const content: StageContent = {
    kind: "pictures",
    sheets: oneFileASheet(print.fileId).map((file) => ({
      widthIn: file.lengthPx > 0 ? (file.widthPx * file.lengthIn) / file.lengthPx : 22,
      lengthIn: file.lengthIn,
      path: file.previewPath,
    })),
  }
  const filmIn = formatInches(print.lengthIn ?? 0)
  const gained = gainedWords(print)
  return (
    <>
      <aside
        aria-label="Sheets"
        className="mt-6 mb-16 flex flex-col overflow-hidden rounded-lg border border-line bg-surface lg:sticky lg:top-14 lg:mt-0 lg:mb-0 lg:h-[calc(100dvh-3.5rem)] lg:w-96 lg:flex-none lg:rounded-none lg:border-y-0 lg:border-r-0"
      >
        <SheetStage content={content} className="h-96 lg:h-auto lg:flex-1" />
        <div ref={clearOfToasts} className="max-h-[45dvh] overflow-y-auto border-line border-t p-4">
          <div className="mb-3 flex items-center justify-between gap-3">
            <dl className="flex gap-6">
              <Figure label="Film" value={filmIn} unit="in" />
              <Figure label="Copies" value={formatCount(print.copies)} />
            </dl>
            <Retention print={print} />
          </div>
          {gained && <p className="mb-3 text-sm text-ink-2">{gained}</p>}
          <SheetLinks files={print.fileId} isSlim />
          <DownloadButton files={print.fileId} className="mt-4 hidden w-full lg:flex" />
          <Suspense>
            {print.cost && <PrintCost cost={print.cost} className="mt-4" />}
            {print.type !== "Manual" && <PressPrintButton printId={print._id} className="mt-3 w-full" />}
            <RemakeButton printId={print._id} className="mt-3 w-full" />
            <PrintWritings print={print} />
            <ShareWithShop print={print} />
            <SendToShop printId={print._id} />
          </Suspense>
        </div>
      </aside>
      <AsideBar className="lg:hidden">
        <div className="flex items-center gap-3">
          <SheetThumb path={print.fileId[0].previewPath} className="h-12 w-11 flex-none" />
          <div className="min-w-0 flex-1 text-sm">
            <div className="truncate">
              <b className="font-[640]">{filmIn} in of film</b>
            </div>
            <Retention print={print} />
            {print.cost && (
              <div className="truncate text-ink-2">
                cost {formatMoney(print.cost.total, print.cost.currency)}
              </div>
            )}
          </div>
          <DownloadButton files={print.fileId} />
        </div>
      </AsideBar>
    </>
  )
}

function Figure({ label, value, unit }: { label: string; value: string; unit?: string }) {
  return (
    <div>
      <dt className="text-xs text-ink-3">{label}</dt>
      <dd className="text-lg font-[640] tabular-nums">
        {value}
        {unit && <span className="ml-1 text-sm font-[450] text-ink-3">{unit}</span>}
      </dd>
    </div>
  )
}
