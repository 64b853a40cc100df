import { Download } from "lucide-react"
import { Fragment, useState } from "react"
import type { Shared, SharedPrint, SharedSheet } from "../../../contract/delivery/share.ts"
import { DAY_MS } from "../../../contract/duration.ts"
import { lengthText, sidesText } from "../../../contract/length.ts"
import { buttonVariants } from "../../components/ui/button.tsx"
import { cardClasses } from "../../components/ui/card.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { RetentionBadge } from "../../components/ui/retention-badge.tsx"
import { classNames } from "../../lib/class-names.ts"
import { fileUrl, formatBytes, formatDateTime, plural } from "../../lib/format.ts"
import { PrintedButton } from "./printed-button.tsx"
import { SharedFilm } from "./shared-film.tsx"

type SharedFilesProps = { shared: Shared; token: string; title: string }

/** Shows the film of a link large, and beside it its prints with their files, and whether they are printed. */
export function SharedFiles({ shared, token, title }: SharedFilesProps) {
  const { prints, gone, zip } = shared
  const sheets = prints.flatMap((print) => print.sheets)
  const [index, setIndex] = useState(0)
  const shown = sheets[Math.min(index, sheets.length - 1)]
  const [only] = prints.length === 1 ? prints : []
  const isPrinted = only !== undefined && only.shopPrintedAt !== null
  const size = formatBytes(zip.bytes)
  return (
    <>
      <SharedFilm sheets={sheets} shown={shown} onShow={(sheet) => setIndex(sheets.indexOf(sheet))} />
      <aside
        aria-label="Files"
        className="flex w-full flex-none flex-col md:h-[calc(100dvh-3.5rem)] md:w-116 md:border-line md:border-l"
      >
        <div className="min-h-0 flex-1 overflow-y-auto px-4 pt-5 pb-6 md:px-6 coarse:pb-48">
          <h1 className="text-xl font-[640] wrap-anywhere">{title}</h1>
          <p className="mt-0.5 text-sm text-ink-2 tabular-nums">{filmWords(sheets)}</p>
          {gone > 0 && (
            <Notice tone="warn" className="mt-4">
              {gone === 1
                ? "The files of another print of this link have been deleted."
                : `The files of ${gone} more prints of this link have been deleted.`}
            </Notice>
          )}
          {prints.map((print) => (
            <section key={print.number} aria-label={print.name} className="mt-4">
              {!only && (
                <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                  <h2 className="text-lg font-[640] wrap-anywhere">{print.name}</h2>
                  <PrintedButton print={print} token={token} />
                </div>
              )}
              <Sheets
                print={print}
                isOnly={only !== undefined}
                shown={shown}
                onShow={(sheet) => setIndex(sheets.indexOf(sheet))}
              />
              <p className="mt-3 text-xs text-ink-2">
                Files are kept until <time dateTime={print.expiresAt}>{formatDateTime(print.expiresAt)}</time>
              </p>
            </section>
          ))}
        </div>
        <div className="border-line border-t bg-surface px-4 py-4 md:px-6 coarse:fixed coarse:inset-x-0 coarse:bottom-0 coarse:z-30">
          <div className="flex flex-wrap items-center gap-2">
            {only && <PrintedButton print={only} token={token} isLarge />}
            <a
              href={fileUrl(zip.path)}
              download
              aria-label={`Download all files ${size}`}
              className={buttonVariants({
                variant: isPrinted ? "secondary" : "primary",
                size: "lg",
                className: isPrinted ? undefined : "flex-[1.6]",
              })}
            >
              <Download aria-hidden="true" /> All files <span className="font-[450] opacity-80">{size}</span>
            </a>
          </div>
          <p className="mt-2.5 text-xs text-ink-2">
            {isPrinted
              ? "The sender has been told."
              : "Printed tells the sender. All files are one ZIP with a list of the pieces."}
          </p>
        </div>
      </aside>
    </>
  )
}

/** Shows the days until the first of a link's files are deleted. */
export function DaysLeft({ shared: { prints } }: { shared: Shared }) {
  const first = Math.min(...prints.map(({ expiresAt }) => Date.parse(expiresAt)))
  const days = Math.max(1, Math.ceil((first - Date.now()) / DAY_MS))
  return <RetentionBadge days={days} className="ml-auto" />
}

type SheetsProps = {
  print: SharedPrint
  /** True if the page's title is its name. */
  isOnly: boolean
  shown: SharedSheet
  onShow: (sheet: SharedSheet) => void
}

function Sheets({ print, isOnly, shown, onShow }: SheetsProps) {
  const Heading = isOnly ? "h2" : "h3"
  return [...Map.groupBy(print.sheets, ({ destination }) => destination)].map(([destination, sheets]) => (
    <Fragment key={destination}>
      {destination !== null && (
        <Heading className="mt-5 mb-3 text-base font-[600] wrap-anywhere">
          Also written for {destination}
        </Heading>
      )}
      <ul className="grid gap-3">
        {sheets.map((sheet) => (
          <SheetCard key={sheet.sheet} sheet={sheet} isShown={sheet === shown} onShow={() => onShow(sheet)} />
        ))}
      </ul>
    </Fragment>
  ))
}

type SheetCardProps = { sheet: SharedSheet; isShown: boolean; onShow: () => void }

function SheetCard({ sheet, isShown, onShow }: SheetCardProps) {
  const { previewPath, widthIn, lengthIn, pieces, contourLengthIn } = sheet
  const cut = contourLengthIn === null ? "" : `, cut line ${lengthText(contourLengthIn, "in")}`
  return (
    <li className={classNames(cardClasses, "px-4 pb-1", isShown && "ring-[1.5px] ring-accent")}>
      <button
        type="button"
        aria-pressed={isShown}
        onClick={onShow}
        className="flex w-full items-center gap-3 py-3.5 text-left"
      >
        <span className="thumb h-16 w-14 flex-none">
          {previewPath === null ? (
            <span className="block h-full bg-film" />
          ) : (
            <img src={fileUrl(previewPath)} alt="" decoding="async" />
          )}
        </span>
        <span className="min-w-0 flex-1">
          <b className="block text-base font-[620]">Sheet {sheet.sheet}</b>
          <span className="block text-sm text-ink-2 tabular-nums">
            {sidesText(widthIn, lengthIn, "in")} ({sidesText(widthIn, lengthIn, "cm")})
          </span>
          <span className="block text-xs text-ink-3 tabular-nums">
            {plural(pieces, "piece")}
            {cut}
          </span>
        </span>
      </button>
      <ul aria-label={`Files of sheet ${sheet.sheet}`}>
        {sheet.files.map((file) => (
          <li key={file.path} className="border-line-soft border-t">
            <a
              href={fileUrl(file.path)}
              download
              title={file.name}
              className="flex h-11 items-center gap-3 text-sm hover:bg-hover"
            >
              <span className="sr-only">Download </span>
              <span className="w-11 flex-none rounded-xs bg-sunken py-0.5 text-center text-xs font-[550] uppercase">
                {file.format}
              </span>
              <span className="min-w-0 flex-1 truncate text-ink-2">{file.name}</span>
              <span className="whitespace-nowrap text-ink-3 tabular-nums">{formatBytes(file.bytes)}</span>
              <Download aria-hidden="true" className="size-4 flex-none text-ink-2" />
            </a>
          </li>
        ))}
      </ul>
    </li>
  )
}

/** `2 sheets, 62.95 in of 22 in film, 300 DPI`; sheets of other destinations are the same film once more. */
function filmWords(sheets: readonly SharedSheet[]): string {
  const own = sheets.filter(({ destination }) => destination === null)
  const filmIn = own.reduce((sum, { lengthIn }) => sum + lengthIn, 0)
  const widths = new Set(own.map(({ widthIn }) => lengthText(widthIn, "in")))
  const dpis = new Set(own.map(({ dpi }) => dpi))
  const wide = widths.size === 1 ? `${[...widths][0]} ` : ""
  const dpi = dpis.size === 1 ? `, ${[...dpis][0]} DPI` : ""
  return `${plural(own.length, "sheet")}, ${lengthText(filmIn, "in")} of ${wide}film${dpi}`
}
