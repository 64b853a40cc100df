import { useQuery } from "@tanstack/react-query"
import { Link, lazyRouteComponent } from "@tanstack/react-router"
import { ListChecks, Plus } from "lucide-react"
import { Suspense, useCallback, useEffect, useMemo, useState } from "react"
import type { Manifest, ManifestRow } from "../../../contract/prints/manifest.ts"
import { oneFileASheet, type Print } from "../../../contract/prints/print.ts"
import { Button, buttonVariants } from "../../components/ui/button.tsx"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import { failureWords } from "../../lib/api.ts"
import { asCommand } from "../../lib/as-command.ts"
import { useAuth } from "../../lib/auth.tsx"
import { useByWords } from "../../lib/by-words.ts"
import { formatWhen, plural, shortId } from "../../lib/format.ts"
import { formatLength } from "../../lib/length.ts"
import { takeAwaited } from "../../lib/live-progress.ts"
import { shipByWords } from "../../lib/ship-day.ts"
import type { ModalParam } from "../../lib/use-search-modal.ts"
import { SendToShop } from "../fulfilment/send-to-shop.tsx"
import { deliveriesOptions } from "../integrations/delivery-calls.ts"
import { useSeenPrint } from "../notifications/use-seen-print.ts"
import { useShopWay } from "../print-shop/shop-way.ts"
import { ChangesNotice } from "./changes-notice.tsx"
import { FinishedPath } from "./finished-path.tsx"
import { SheetLinks } from "./finished-sheets.tsx"
import { countOrders, finishedSteps, type OrderCounts } from "./finished-steps.ts"
import { manifestOptions } from "./print-calls.ts"
import { PrintHead, type PrintPage } from "./print-head.tsx"
import { PrintReceipt } from "./print-receipt.tsx"
import { isChanged, originOf } from "./print-rules.ts"
import { PrintState } from "./print-state.tsx"
import { ReceiptItems } from "./receipt-items.tsx"
import { receiptOrders } from "./receipt-orders.ts"
import { RemakeButton } from "./remake-button.tsx"
import { RemakeNote } from "./remake-note.tsx"

const PrintWritings = lazyRouteComponent(() => import("./print-writings.tsx"), "PrintWritings")
const ShareWithShop = lazyRouteComponent(() => import("./share-with-shop.tsx"), "ShareWithShop")
const WrittenFilm = lazyRouteComponent(() => import("./written-film.tsx"), "WrittenFilm")

type FinishedPrintProps = PrintPage & { openSuccess: ModalParam["open"] }

const noRows: readonly ManifestRow[] = []

/** Shows a finished print as its receipt: the film, the next thing to do, files, cost, and what is on it. */
export function FinishedPrintScreen({ print, onDelete, openSuccess }: FinishedPrintProps) {
  const { user } = useAuth()
  const printId = print._id
  const manifest = useQuery(manifestOptions(printId))
  const [shownCodes, setShownCodes] = useState<readonly string[]>([])
  const shown = useMemo(() => new Set(shownCodes), [shownCodes])
  const rows = manifest.data?.rows ?? noRows
  const orders = countOrders(rows)
  const standing = useStanding(print, orders)
  const showCodes = useCallback(
    (codes: readonly string[]) => setShownCodes((now) => (now.join() === codes.join() ? now : codes)),
    [],
  )
  const madeBy = useByWords()(print.madeBy)
  useSeenPrint(printId)

  // Started in this tab and completed: the seller waits for its sheets.
  useEffect(() => {
    if (takeAwaited(printId)) openSuccess(printId, { filePath: print.fileId.map((file) => file.path) })
  }, [printId, print.fileId, openSuccess])

  return (
    <div className="-mx-4 -mt-5 md:-mx-8 lg:-mb-10 lg:flex">
      <aside
        aria-label="Sheets"
        className="h-100 overflow-hidden lg:sticky lg:top-14 lg:h-[calc(100dvh-3.5rem)] lg:w-2/5 lg:flex-none"
      >
        <Suspense fallback={<div className="mat h-full" />}>
          <WrittenFilm
            files={print.fileId}
            rows={rows}
            shown={shown}
            onHover={(row) => showCodes(row ? codesBeside(row, rows) : [])}
          />
        </Suspense>
      </aside>
      <div className="min-w-0 flex-1 px-4 pt-5 pb-10 md:px-8">
        <PrintHead
          print={print}
          onDelete={onDelete}
          description={`Print ${shortId(printId)}, ${originOf(print)}, ${amountWords(print)}${madeBy && `, ${madeBy}`}${shipByWords(print.shipBy, user.timeZone)}`}
        />
        <PrintState print={print} className="mt-3 flex flex-wrap items-center gap-3" />
        {print.remakeReason !== null && <RemakeNote print={print} />}
        {print.printItems.some(({ orderItemId }) => isChanged(orderItemId)) && (
          <ChangesNotice print={print} />
        )}
        {standing && <FinishedPath print={print} standing={standing} />}
        <div className="@container">
          <div className="mt-6 grid gap-x-10 gap-y-6 @xl:grid-cols-2">
            <section aria-label="Files" className="min-w-0">
              <h2 className="mb-1 text-base font-[620]">Files</h2>
              <SheetLinks files={print.fileId} isSlim />
              <Suspense>
                <PrintWritings print={print} />
              </Suspense>
            </section>
            <section aria-label="Receipt" className="min-w-0">
              <h2 className="mb-1 text-base font-[620]">Receipt</h2>
              <PrintReceipt print={print} orderCount={orders.all} />
              <Suspense>
                <ShareWithShop print={print} />
              </Suspense>
              <SendToShop print={print} isNext={standing?.next?.kind === "send"} />
            </section>
          </div>
        </div>
        <section aria-label="Items" className="mt-6">
          <div className="flex flex-wrap items-center gap-x-2">
            <h2 className="flex-1 text-base font-[620]">
              Items <span className="font-[450] text-ink-3">{print.printItems.length}</span>
            </h2>
            <Link
              to="/prints/$printId/manifest"
              params={{ printId }}
              className={buttonVariants({ variant: "ghost", size: "sm" })}
              {...asCommand("manifest")}
            >
              <ListChecks /> Manifest
            </Link>
            <RemakeButton printId={printId} />
            <Button
              variant="ghost"
              size="sm"
              icon={<Plus />}
              disabled
              title="A completed print stays as it was printed"
            >
              Add Item
            </Button>
          </div>
          {manifest.data ? (
            <Items print={print} manifest={manifest.data} shown={shown} onShow={showCodes} />
          ) : manifest.isError ? (
            <p role="alert" className="mt-2 text-sm text-bad-ink">
              {failureWords(manifest.error)}{" "}
              <Button size="sm" onClick={() => void manifest.refetch()}>
                Try again
              </Button>
            </p>
          ) : (
            <Skeleton className="mt-2 h-60 rounded-lg" />
          )}
        </section>
      </div>
    </div>
  )
}

type ItemsProps = {
  print: Print
  manifest: Manifest
  shown: ReadonlySet<string>
  onShow: (codes: readonly string[]) => void
}

function Items({ print, manifest, ...rest }: ItemsProps) {
  const orders = useMemo(() => receiptOrders(print.printItems, manifest), [print.printItems, manifest])
  return <ReceiptItems orders={orders} {...rest} />
}

/** Returns the steps of a print; null until it is known where its files go. */
function useStanding(print: Print, orders: OrderCounts) {
  const way = useShopWay(print.sheetTemplateId)
  const deliveries = useQuery(deliveriesOptions(print._id)).data
  if (way === undefined || deliveries === undefined) return null
  return finishedSteps({
    readyWords: print.printedAt === null ? "" : formatWhen(print.printedAt),
    isPrintedByShop: print.shopPrintedAt !== null,
    orders,
    ...way,
    deliveries,
  })
}

/** Returns the codes of a copy's order; a copy without an order has its own alone. */
function codesBeside({ orderNumber, code }: ManifestRow, rows: readonly ManifestRow[]): string[] {
  if (orderNumber === "") return [code]
  return rows.filter((row) => row.orderNumber === orderNumber).map((row) => row.code)
}

/** Returns `21 copies on 1 sheet, 39.98 in of film` */
function amountWords({ copies, fileId, lengthIn }: Print): string {
  const sheets = plural(oneFileASheet(fileId).length, "sheet")
  return `${plural(copies, "copy", "copies")} on ${sheets}, ${formatLength(lengthIn ?? 0)} of film`
}
