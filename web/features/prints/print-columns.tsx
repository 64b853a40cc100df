import { Link, lazyRouteComponent } from "@tanstack/react-router"
import { Suspense } from "react"
import type { PrintSummary } from "../../../contract/prints/print.ts"
import { ShipDate } from "../../components/ship-date.tsx"
import { buttonVariants } from "../../components/ui/button.tsx"
import { Tag } from "../../components/ui/status-pill.tsx"
import type { DataTableColumn } from "../../components/ui/table-model.ts"
import { useByWords } from "../../lib/by-words.ts"
import { plural, shortId } from "../../lib/format.ts"
import { formatLength } from "../../lib/length.ts"
import { DuplicateButton } from "./duplicate-button.tsx"
import { printDoers } from "./print-doers.ts"
import {
  DeletePrintButton,
  type PrintHandlers,
  PrintMenu,
  ProcessButton,
  ShareButton,
} from "./print-row-buttons.tsx"
import { originOf } from "./print-rules.ts"
import { PrintState, PrintThumb, printedWords } from "./print-state.tsx"
import { formatNames } from "./sheet-formats.ts"
import { usePrintName } from "./use-print-name.tsx"

/** Packs the draft, which nothing else in the list needs. */
const DraftThumb = lazyRouteComponent(() => import("./draft-thumb.tsx"), "DraftThumb")

/** The items of a draft that are loaded only for its picture. */
const MOST_PICTURED_ITEMS = 100

/** Returns the columns of the table of prints; each row offers what its state allows. */
export function printColumns(handlers: PrintHandlers): DataTableColumn<PrintSummary>[] {
  return [
    { id: "file", header: "File", cell: (print) => <ThumbButton print={print} handlers={handlers} /> },
    {
      id: "_id",
      header: "Print ID",
      isSortable: true,
      cell: (print) => <NameCell print={print} />,
    },
    {
      id: "type",
      header: "Type",
      isSortable: true,
      cell: (print) => <span className="text-ink-2">{originOf(print)}</span>,
    },
    { id: "status", header: "Status", isSortable: true, cell: (print) => <PrintState print={print} /> },
    {
      id: "printedAt",
      header: "Print date",
      isSortable: true,
      cell: (print) =>
        isWaited(print) ? (
          <ShipDate shipBy={print.shipBy} prefix="Ship by" />
        ) : (
          <span className="whitespace-nowrap text-ink-2">{printedWords(print)}</span>
        ),
    },
    { id: "view", header: "View", cell: (print) => <ViewLink print={print} /> },
    {
      id: "process",
      header: "Process",
      cell: (print) => <ProcessButton print={print} onProcess={handlers.onProcess} />,
    },
    {
      id: "delete",
      header: "Delete",
      align: "end",
      cell: (print) => (
        <span className="inline-flex justify-end">
          <ShareButton print={print} />
          <DuplicateButton print={print} />
          <DeletePrintButton print={print} onDelete={handlers.onDelete} />
        </span>
      ),
    },
  ]
}

/** Returns whether a print is not printed yet and has a ship-by date. */
function isWaited({ printedAt, shipBy }: PrintSummary): boolean {
  return printedAt === null && shipBy !== null
}

function NameCell({ print }: { print: PrintSummary }) {
  const doers = printDoers(print, useByWords())
  const { name, action } = usePrintName(print, {
    className: "block max-w-32 truncate font-[600] min-[1400px]:max-w-48",
    isLink: true,
  })
  return (
    <>
      <div className="flex items-center">
        {name}
        {action}
      </div>
      <div className="max-w-36 text-xs text-ink-3 min-[1400px]:max-w-none min-[1400px]:whitespace-nowrap">
        <span title={print._id}>{shortId(print._id)}</span>, {amountWords(print)}
        {doers !== "" && <span className="block">{doers}</span>}
      </div>
    </>
  )
}

export function PrintCard({ print, handlers }: { print: PrintSummary; handlers: PrintHandlers }) {
  const doers = printDoers(print, useByWords())
  return (
    <div className="flex gap-3">
      <ThumbButton print={print} handlers={handlers} isLarge />
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex items-center gap-2">
          <Link
            to="/prints/$printId"
            params={{ printId: print._id }}
            className="touch min-w-0 truncate font-[620]"
          >
            {print.name}
          </Link>
          <span className="ml-auto">
            <PrintMenu print={print} handlers={handlers} />
          </span>
        </div>
        <div className="text-sm text-ink-2">
          <span>{shortId(print._id)}</span>, {amountWords(print)} <Tag>{originOf(print)}</Tag>
          {doers !== "" && <span className="block text-xs text-ink-3">{doers}</span>}
        </div>
        <div className="mt-auto flex flex-wrap items-end justify-between gap-2 pt-2 text-sm">
          <PrintState print={print} className="flex flex-wrap items-center gap-2" />
          {isWaited(print) && <ShipDate shipBy={print.shipBy} prefix="Ship by" />}
          {print.status !== "Completed" && (
            <span className="ml-auto">
              <ProcessButton print={print} onProcess={handlers.onProcess} />
            </span>
          )}
        </div>
      </div>
    </div>
  )
}

function ThumbButton({
  print,
  handlers,
  isLarge,
}: {
  print: PrintSummary
  handlers: PrintHandlers
  isLarge?: boolean
}) {
  const isReady = print.status === "Completed" && print.fileId.length > 0
  const size = isLarge ? "h-24 w-21" : "my-1 h-16 w-16 min-[1400px]:w-19"
  return (
    <button
      type="button"
      aria-label={isReady ? `Sheets of print ${shortId(print._id)}` : `Items of print ${shortId(print._id)}`}
      onClick={() => (isReady ? handlers.onShowSheets(print) : handlers.onView(print))}
      className="block flex-none rounded-sm"
    >
      {print.fileId.length === 0 && print.itemCount > 0 && print.itemCount <= MOST_PICTURED_ITEMS ? (
        <Suspense fallback={<PrintThumb print={print} className={size} />}>
          <DraftThumb print={print} className={size} />
        </Suspense>
      ) : (
        <PrintThumb print={print} className={size} />
      )}
    </button>
  )
}

function ViewLink({ print }: { print: PrintSummary }) {
  return (
    <Link
      to="/prints/$printId"
      params={{ printId: print._id }}
      className={`${buttonVariants({ variant: "ghost", size: "sm" })} -ml-2.5`}
      aria-label={`View items of print ${shortId(print._id)}`}
    >
      View items
    </Link>
  )
}

/** Returns `21 copies, 36.15 in, PDF, TIFF`: formats once there are files. */
function amountWords(print: PrintSummary): string {
  const copies = plural(print.copies, "copy", "copies")
  const film = print.lengthIn === null ? [] : [`${formatLength(print.lengthIn)}`]
  const formats = print.fileId.length === 0 ? [] : [formatNames(print.fileId)]
  // A line breaks between the parts alone.
  return [copies, ...film, ...formats].map((part) => part.replaceAll(" ", "\u00a0")).join(", ")
}
