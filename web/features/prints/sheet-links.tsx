import { Check, Download, Link2 } from "lucide-react"
import type { SheetFile } from "../../../contract/print.ts"
import { texts } from "../../../contract/text.ts"
import { Button, buttonVariants } from "../../components/ui/button.tsx"
import { fileUrl, formatInches } from "../../lib/format.ts"
import { SheetThumb } from "./print-thumb.tsx"
import { useCopyLinks } from "./share-links.ts"

export type SheetLinksProps = {
  files: readonly SheetFile[]
  /** In a narrow column the copy button is its icon alone. */
  isSlim?: boolean
}

/** The sheets of a completed print, each with its link and its download. */
export function SheetLinks({ files, isSlim = false }: SheetLinksProps) {
  return (
    <ul className="divide-y divide-line-soft border-line-soft border-y">
      {files.map((file) => (
        <li key={file.path} className="flex items-center gap-3 py-3">
          <SheetThumb path={file.previewPath} className="h-16 w-15 flex-none" />
          <div className="min-w-0 flex-1">
            <div className="truncate font-[600]">{file.name ?? file.path.split("/").pop()}</div>
            <div className="truncate text-sm text-ink-3">{sheetWords(file)}</div>
          </div>
          <CopyLinkButton path={file.path} isSlim={isSlim} />
          <a
            href={fileUrl(file.path)}
            download
            aria-label={`Download ${file.name ?? "sheet"}`}
            title="Download"
            className={buttonVariants({ size: "icon-sm" })}
          >
            <Download />
          </a>
        </li>
      ))}
    </ul>
  )
}

function CopyLinkButton({ path, isSlim }: { path: string; isSlim: boolean }) {
  const { isCopied, copy } = useCopyLinks()
  return (
    <Button
      size="sm"
      aria-label={isCopied ? texts.linkCopied : "Copy link"}
      icon={isCopied ? <Check /> : <Link2 />}
      className={isCopied ? "text-good-ink coarse:min-w-11" : "coarse:min-w-11"}
      onClick={() => void copy([path])}
    >
      {!isSlim && <span className="coarse:hidden">{isCopied ? "Copied" : "Copy link"}</span>}
    </Button>
  )
}

/** `22 × 31.65 in, 300 DPI` */
function sheetWords(file: SheetFile): string {
  const dpi = file.lengthIn > 0 ? Math.round(file.lengthPx / file.lengthIn) : 0
  if (dpi === 0) return ""
  return `${formatInches(file.widthPx / dpi)} × ${formatInches(file.lengthIn)} in, ${dpi} DPI`
}
