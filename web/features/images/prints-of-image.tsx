import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import type { Image } from "../../../contract/image.ts"
import { formatCount, shortId } from "../../lib/format.ts"
import { printsOfImageOptions } from "./image-calls.ts"

const linkClasses = "touch font-[550] text-accent-ink hover:underline"

/** Links to the newest prints that an image is in, and to all where there are more. */
export function PrintsOfImage({ image }: { image: Pick<Image, "_id" | "name"> }) {
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
            {formatCount(more)} more
          </Link>
        </li>
      )}
    </ul>
  )
}
