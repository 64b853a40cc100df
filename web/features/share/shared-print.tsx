import { Download } from "lucide-react"
import { Fragment } from "react"
import type { SharedPrint, SharedSheet } from "../../../contract/delivery/share.ts"
import { lengthText, sidesText } from "../../../contract/length.ts"
import { buttonVariants } from "../../components/ui/button.tsx"
import { cardClasses } from "../../components/ui/card.tsx"
import { fileUrl, formatBytes, formatDateTime, plural } from "../../lib/format.ts"
import { PrintedButton } from "./printed-button.tsx"

type SharedPrintSectionProps = {
  print: SharedPrint
  token: string
  /** True if the page's title is its name. */
  isOnly: boolean
}

/** Shows one print of a link: its sheets with their files, and whether it is printed. */
export function SharedPrintSection({ print, token, isOnly }: SharedPrintSectionProps) {
  const groups = [...Map.groupBy(print.sheets, ({ destination }) => destination)]
  return (
    <section aria-label={print.name} className="mt-8">
      {!isOnly && <h2 className="text-lg font-[640] wrap-anywhere">{print.name}</h2>}
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="text-sm text-ink-2">
          Files are kept until{" "}
          <time dateTime={print.expiresAt} className="font-[550] text-ink">
            {formatDateTime(print.expiresAt)}
          </time>
        </p>
        <PrintedButton print={print} token={token} />
      </div>
      {groups.map(([destination, sheets]) => (
        <Fragment key={destination}>
          {destination !== null && (
            <h3 className="mt-5 text-base font-[600] wrap-anywhere">Also written for {destination}</h3>
          )}
          <ul className="mt-3 grid gap-3">
            {sheets.map((sheet) => (
              <SheetCard key={sheet.sheet} sheet={sheet} />
            ))}
          </ul>
        </Fragment>
      ))}
    </section>
  )
}

function SheetCard({ sheet }: { sheet: SharedSheet }) {
  const { previewPath, widthIn, lengthIn, pieces, contourLengthIn } = sheet
  const name = `Sheet ${sheet.sheet}`
  return (
    <li className={`${cardClasses} flex flex-col gap-4 overflow-hidden p-4 sm:flex-row`}>
      <span className="thumb h-56 flex-none px-6! pt-4! sm:w-44">
        {previewPath === null ? (
          <span className="block h-full bg-film" />
        ) : (
          <img src={fileUrl(previewPath)} alt={`The beginning of ${name.toLowerCase()}`} decoding="async" />
        )}
      </span>
      <div className="min-w-0 flex-1">
        <b className="text-lg font-[640]">{name}</b>
        <dl className="mt-1 grid gap-x-6 gap-y-1 text-sm [&_dd]:text-ink-2 [&_dt]:sr-only">
          <dt>Size</dt>
          <dd className="tabular-nums">
            {sidesText(widthIn, lengthIn, "in")}{" "}
            <span className="text-ink-3">({sidesText(widthIn, lengthIn, "cm")})</span>
          </dd>
          <dt>Pieces</dt>
          <dd>{plural(pieces, "piece")}</dd>
          {contourLengthIn !== null && (
            <>
              <dt>Cut line</dt>
              <dd>{lengthText(contourLengthIn, "in")} of cut line</dd>
            </>
          )}
        </dl>
        <ul aria-label={`Files of ${name.toLowerCase()}`} className="mt-3 divide-y divide-line-soft">
          {sheet.files.map((file) => (
            <li key={file.path} className="flex items-center gap-3 py-1.5">
              <span className="w-10 flex-none text-sm font-[600] uppercase">{file.format}</span>
              <span className="min-w-0 flex-1 text-sm wrap-anywhere text-ink-2">
                {file.name} <span className="whitespace-nowrap text-ink-3">{formatBytes(file.bytes)}</span>
              </span>
              <a
                href={fileUrl(file.path)}
                download
                aria-label={`Download ${file.name}`}
                title={`Download ${file.name}`}
                className={buttonVariants({ size: "icon-sm" })}
              >
                <Download />
              </a>
            </li>
          ))}
        </ul>
      </div>
    </li>
  )
}
