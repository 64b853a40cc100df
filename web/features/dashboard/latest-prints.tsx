import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { ArrowRight } from "lucide-react"
import type { PrintSummary } from "../../../contract/prints/print.ts"
import { buttonVariants } from "../../components/ui/button.tsx"
import { cardClasses } from "../../components/ui/card.tsx"
import { EmptyState } from "../../components/ui/empty-state.tsx"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import { StatusPill } from "../../components/ui/status-pill.tsx"
import { classNames } from "../../lib/class-names.ts"
import { fileUrl, plural } from "../../lib/format.ts"
import { printProgress } from "../../lib/live-progress.ts"
import { printStatusTone } from "../../lib/status-tone.ts"
import { latestPrintsQuery } from "../prints/print-calls.ts"
import { runningAt } from "../prints/print-rules.ts"

/** Shows the newest prints as sheets, with their state. */
export function LatestPrints() {
  const prints = useQuery(latestPrintsQuery).data?.data
  return (
    <section aria-labelledby="latest-prints" className="min-w-0">
      <div className="flex h-9 items-center">
        <h2 id="latest-prints" className="flex-1 text-lg font-[620]">
          Latest prints
        </h2>
        {prints !== undefined && prints.length > 0 && (
          <Link to="/prints" className={buttonVariants({ variant: "ghost", size: "sm", className: "-mr-2" })}>
            All prints <ArrowRight aria-hidden="true" />
          </Link>
        )}
      </div>
      {prints !== undefined && prints.length === 0 ? (
        <div className={classNames(cardClasses, "mt-3")}>
          <EmptyState
            headingLevel="h3"
            title="The roll is empty"
            description="Pick images, give each a size and a quantity, and see the sheet before you spend a credit."
          />
        </div>
      ) : (
        <div className="mt-2 grid grid-cols-3 gap-3 coarse:gap-2">
          {prints === undefined
            ? [1, 2, 3].map((card) => <Skeleton key={card} className="h-50 rounded-lg coarse:h-44" />)
            : prints.map((print) => <PrintCard key={print._id} print={print} />)}
        </div>
      )}
    </section>
  )
}

function PrintCard({ print }: { print: PrintSummary }) {
  const live = printProgress.useLatest(print._id)
  const isProcessing = print.status === "Processing"
  const at = isProcessing ? runningAt(live, print.progress) : null
  return (
    <Link
      to="/prints/$printId"
      params={{ printId: print._id }}
      className={classNames(cardClasses, "block overflow-hidden hover:border-line-strong")}
    >
      <div className="mat flex h-30 justify-center overflow-hidden [--sq:12px] coarse:h-24">
        <SheetPicture print={print} />
      </div>
      <div className="p-2.5">
        <b className="line-clamp-2 text-sm font-[600] wrap-anywhere" title={print.name}>
          {print.name}
        </b>
        <div className="mt-0.5 truncate text-xs text-ink-3">
          {at === null
            ? plural(print.copies, "copy", "copies")
            : `${at.stage} ${Math.round(at.share * 100)}%`}
        </div>
        <div className="mt-2">
          <StatusPill tone={printStatusTone(print.status)} isLive={isProcessing}>
            {print.status}
          </StatusPill>
        </div>
      </div>
    </Link>
  )
}

/** Draws the written sheet, or before that the artwork that will lie on it. */
function SheetPicture({ print }: { print: PrintSummary }) {
  const sheet = print.fileId.find((file) => file.previewPath !== null)
  return (
    <span className="thumb w-22 rounded-none bg-transparent px-0 pt-2 coarse:w-16">
      {sheet?.previewPath != null ? (
        <img src={fileUrl(sheet.previewPath)} alt="" loading="lazy" decoding="async" />
      ) : (
        <span className="grid h-full grid-cols-2 content-start gap-1.5 bg-film p-1.5 shadow-film">
          {print.itemPreviews.slice(0, 4).map((path) => (
            <img
              key={path}
              src={fileUrl(path)}
              alt=""
              loading="lazy"
              decoding="async"
              className="aspect-square bg-transparent object-contain shadow-none"
            />
          ))}
        </span>
      )}
    </span>
  )
}
