import { Check, Download, Link2 } from "lucide-react"
import { Fragment } from "react"
import type { SheetFile } from "../../../contract/prints/print.ts"
import { texts } from "../../../contract/text.ts"
import { formatWords } from "../../components/format-words.ts"
import { Button, buttonVariants } from "../../components/ui/button.tsx"
import { fileUrl, formatBytes } from "../../lib/format.ts"
import { formatLength, formatSides } from "../../lib/length.ts"
import { useCopyLinks } from "./file-links.ts"
import { SheetThumb } from "./print-state.tsx"
import { filesBySheet, filesByWriting } from "./sheet-formats.ts"

type SheetLinksProps = {
  files: readonly SheetFile[]
  /** True in a narrow column, where the copy button is only an icon. */
  isSlim?: boolean
}

/**
 * Lists the sheets of a completed print, each with its files: their format and size, link and download. Its
 * own come first, then those for other destinations under their names.
 */
export function SheetLinks({ files, isSlim = false }: SheetLinksProps) {
  return filesByWriting(files).map(({ writingId, destination, files: ofOne }) => {
    const list = <SheetList files={ofOne} destination={destination} isSlim={isSlim} />
    if (destination === null) return <Fragment key="own">{list}</Fragment>
    return (
      <section key={writingId} aria-label={`Files for ${destination}`} className="mt-4">
        <h3 className="wrap-anywhere mb-1.5 text-sm font-[550]">For {destination}</h3>
        {list}
      </section>
    )
  })
}

type SheetListProps = { files: readonly SheetFile[]; destination: string | null; isSlim: boolean }

function SheetList({ files, destination, isSlim }: SheetListProps) {
  const forWhom = destination === null ? "" : ` for ${destination}`
  return (
    <ul className="divide-y divide-line-soft border-line-soft border-y">
      {filesBySheet(files).map((sheetFiles, index) => {
        const [{ sheet, previewPath }] = sheetFiles
        return (
          <li key={sheet} className="flex gap-3 py-3">
            <SheetThumb path={previewPath} className="h-16 w-15 flex-none" />
            <div className="min-w-0 flex-1">
              <div className="flex flex-wrap items-baseline gap-x-2">
                <b className="font-[600]">Sheet {index + 1}</b>
                <span className="text-sm text-ink-3">{sheetWords(sheetFiles[0])}</span>
              </div>
              <ul aria-label={`Files of sheet ${index + 1}${forWhom}`} className="mt-1 grid gap-1">
                {sheetFiles.map((file) => (
                  <FileRow key={file.path} file={file} isSlim={isSlim} />
                ))}
              </ul>
            </div>
          </li>
        )
      })}
    </ul>
  )
}

function FileRow({ file, isSlim }: { file: SheetFile; isSlim: boolean }) {
  const format = formatWords[file.format].name
  const name = file.name ?? format
  return (
    <li className="flex items-center gap-2">
      <span className="min-w-0 flex-1 truncate text-sm text-ink-3 tabular-nums">
        <span className="mr-1 inline-block min-w-9 font-[550] text-ink">{format}</span>{" "}
        {formatBytes(file.bytes)}
      </span>
      <CopyLinkButton path={file.path} name={name} isSlim={isSlim} />
      <a
        href={fileUrl(file.path)}
        download
        aria-label={`Download ${name}`}
        title={`Download ${name}`}
        className={buttonVariants({ size: "icon-sm" })}
      >
        <Download />
      </a>
    </li>
  )
}

type CopyLinkButtonProps = { path: string; name: string; isSlim: boolean }

function CopyLinkButton({ path, name, isSlim }: CopyLinkButtonProps) {
  const { isCopied, copy } = useCopyLinks()
  return (
    <Button
      size="sm"
      aria-label={isCopied ? texts.linkCopied : `Copy link of ${name}`}
      icon={isCopied ? <Check /> : <Link2 />}
      className={isCopied ? "text-good-ink coarse:min-w-11" : "coarse:min-w-11"}
      onClick={() => void copy([path])}
    >
      {!isSlim && <span className="coarse:hidden">{isCopied ? "Copied" : "Copy link"}</span>}
    </Button>
  )
}

/** `22 × 31.65 in, 300 DPI, cut line 412.5 in` */
function sheetWords(file: SheetFile): string {
  const dpi = file.lengthIn > 0 ? Math.round(file.lengthPx / file.lengthIn) : 0
  if (dpi === 0) return ""
  const cut = file.contourLengthIn === null ? "" : `, cut line ${formatLength(file.contourLengthIn)}`
  return `${formatSides(file.widthPx / dpi, file.lengthIn)}, ${dpi} DPI${cut}`
}
