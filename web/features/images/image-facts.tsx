import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { artworkKinds, kindOfMedia } from "../../../contract/artwork/artwork-kind.ts"
import type { Image } from "../../../contract/artwork/image.ts"
import { Notice } from "../../components/ui/notice.tsx"
import { useByWords } from "../../lib/by-words.ts"
import {
  formatBytes,
  formatCount,
  formatDate,
  formatShare,
  formatTotal,
  plural,
  shortId,
} from "../../lib/format.ts"
import { printsOfImageOptions } from "./image-calls.ts"
import { ReplacedFonts } from "./replaced-fonts.tsx"

/** Shows an image's file, its problems, and where it is used. */
export function ImageFacts({ image }: { image: Image }) {
  const trim = image.trim
  const by = useByWords()(image.uploadedBy)
  return (
    <>
      {image.warnings.map((warning) => (
        <Notice key={warning} tone="warn" className="mt-4">
          {warning}
        </Notice>
      ))}
      <ReplacedFonts image={image} />
      <Notice tone="bad" className="mt-4">
        {image.failureReason}
      </Notice>
      <dl className="mt-5 grid grid-cols-[7rem_1fr] gap-y-1.5 border-line-soft border-t pt-4 text-sm">
        <Fact label="Pixel size">
          {image.widthPx && image.heightPx ? `${image.widthPx} × ${image.heightPx} px` : "Not known yet"}
        </Fact>
        {trim && (
          <Fact label="After trimming">
            {trim.width} × {trim.height} px, from {trim.x}, {trim.y}
          </Fact>
        )}
        <Fact label="Transparency">
          {image.isOpaque
            ? "None, prints as a full rectangle"
            : `${formatShare(image.softShare)} of the ink is half transparent`}
        </Fact>
        <Fact label="File">
          {typeName(image)}, {formatBytes(image.bytes)}
        </Fact>
        <Fact label="Added">
          {formatDate(image.createdAt)} {by}
        </Fact>
        <Fact label="Printed">
          {image.usedInPrint === 0 ? "Not yet" : plural(image.usedInPrint, "copy", "copies")}
        </Fact>
        <Fact label="Used in">
          <PrintsOfImage image={image} />
        </Fact>
      </dl>
    </>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{label}</dt>
      <dd>{children}</dd>
    </>
  )
}

const linkClasses = "touch font-[550] text-accent-ink hover:underline"

/** Links to the newest prints with an image, and to all of them if there are more. */
function PrintsOfImage({ image }: { image: Pick<Image, "_id" | "name"> }) {
  const { data } = useQuery(printsOfImageOptions(image._id))
  if (data === undefined) return <span className="text-ink-3">–</span>
  const more = data.pagination.totalDocuments - data.data.length
  if (data.data.length === 0) return "No print"
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-1">
      {data.data.map((print) => (
        <li key={print._id}>
          <Link to="/prints/$printId" params={{ printId: print._id }} className={linkClasses}>
            {shortId(print._id)}
          </Link>{" "}
          <span className="text-ink-3">{print.status}</span>
        </li>
      ))}
      {more > 0 && (
        <li>
          <Link to="/prints" search={{ search: image.name }} className={linkClasses}>
            {formatTotal({ ...data.pagination, totalDocuments: more })} more
          </Link>
        </li>
      )}
    </ul>
  )
}

function typeName(image: Image): string {
  return image.mediaType
    ? artworkKinds[kindOfMedia(image.mediaType)].name
    : `${formatCount(image.bytes)} bytes`
}
