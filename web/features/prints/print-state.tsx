import { CircleCheck } from "lucide-react"
import { RETENTION_DAYS } from "../../../contract/limit.ts"
import { type PrintSummary, retentionDaysLeft } from "../../../contract/prints/print.ts"
import { Progress } from "../../components/ui/progress.tsx"
import { RetentionBadge } from "../../components/ui/retention-badge.tsx"
import { StatusPill } from "../../components/ui/status-pill.tsx"
import { classNames } from "../../lib/class-names.ts"
import { fileUrl, formatWhen, shortId } from "../../lib/format.ts"
import { printProgress } from "../../lib/live-progress.ts"
import { printStatusTone } from "../../lib/status-tone.ts"
import { ArtworkPicture } from "../sheet-preview/artwork-picture.tsx"
import { runningAt } from "./print-rules.ts"

type PrintStateProps = { print: PrintSummary; className?: string }

/** Shows the status with progress while it runs, and the days left once it is completed. */
export function PrintState({ print, className }: PrintStateProps) {
  return (
    <div className={className ?? "flex flex-col items-start gap-1"}>
      <StatusPill tone={printStatusTone(print.status)} isLive={print.status === "Processing"}>
        {print.status}
      </StatusPill>
      {print.status === "Processing" && <PrintProgressBar print={print} />}
      <Retention print={print} />
      {print.shopPrintedAt !== null && (
        <span className="inline-flex items-center gap-1 text-xs font-[500] whitespace-nowrap text-good-ink">
          <CircleCheck className="size-3.5" aria-hidden="true" /> Printed by your print shop
        </span>
      )}
    </div>
  )
}

export function PrintProgressBar({ print }: { print: PrintSummary }) {
  const at = runningAt(printProgress.useLatest(print._id), print.progress)
  return (
    <Progress
      value={at?.share ?? 0}
      stage={at?.stage}
      label={`Progress of print ${shortId(print._id)}`}
      tone="busy"
      showsValue
      className="w-48 max-w-full md:w-34"
    />
  )
}

/** Shows the days left of the sheets, or that they are deleted. */
function Retention({ print }: { print: PrintSummary }) {
  if (print.status === "Deleted") return print.printedAt === null ? null : <RetentionBadge days={0} />
  if (print.status !== "Completed" || print.printedAt === null) return null
  return <RetentionBadge days={retentionDaysLeft(print.printedAt, Date.now(), RETENTION_DAYS)} />
}

/** Returns `18 Nov, 17:20`, or why it is not printed. */
export function printedWords(print: PrintSummary): string {
  if (print.printedAt !== null) return formatWhen(print.printedAt)
  if (print.status === "Processing") return "Printing now"
  return print.status === "In Draft" ? "Not printed yet" : "Not printed"
}

type PrintThumbProps = { print: Pick<PrintSummary, "fileId" | "itemPreviews">; className?: string }

/** Draws the top of the print's sheet under its roll; before there is a sheet, the artwork for it. */
export function PrintThumb({ print, className }: PrintThumbProps) {
  const sheet = print.fileId.find((file) => file.previewPath !== null)
  if (sheet?.previewPath) return <SheetThumb path={sheet.previewPath} className={className} />
  return (
    <span className={classNames("thumb px-1! pt-1!", className)}>
      <span className="grid h-full grid-cols-2 content-start gap-0.5 bg-film p-0.5 pt-1">
        {print.itemPreviews.slice(0, 4).map((path, index) => (
          <ArtworkPicture
            key={`${index} ${path}`}
            path={path}
            className="aspect-square [&>img]:shadow-none!"
          />
        ))}
      </span>
    </span>
  )
}

export function SheetThumb({ path, className }: { path: string | null; className?: string }) {
  return (
    <span className={classNames("thumb px-1! pt-1!", className)}>
      {path === null ? (
        <span className="block h-full bg-film" />
      ) : (
        <img src={fileUrl(path)} alt="" loading="lazy" decoding="async" />
      )}
    </span>
  )
}
