import type { PrintSummary } from "../../../contract/print.ts"
import { classNames } from "../../lib/class-names.ts"
import { fileUrl } from "../../lib/format.ts"
import { ArtworkPicture } from "../sheet-preview/artwork-picture.tsx"

export type PrintThumbProps = { print: Pick<PrintSummary, "fileId" | "itemPreviews">; className?: string }

/** The top of the print's sheet under its roll; before there is a sheet, what will lie on it. */
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
