import type { Image } from "../../../contract/artwork/image.ts"
import { classNames } from "../../lib/class-names.ts"
import { ArtworkPicture } from "../sheet-preview/artwork-picture.tsx"
import type { PieceOf } from "../values/use-pieces.ts"
import type { RosterRow } from "./roster-rows.ts"

type RosterPicturesProps = {
  image: Pick<Image, "_id" | "name" | "fields" | "previewFile">
  rows: readonly RosterRow[]
  pieceOf: PieceOf
}

/** Shows each row of a roster as it will print, or why it cannot. A phone shows them in one line. */
export function RosterPictures({ image, rows, pieceOf }: RosterPicturesProps) {
  return (
    <ul
      aria-label="As they print"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
      tabIndex={0}
      className="order-first flex min-w-0 gap-2.5 overflow-x-auto overflow-y-hidden pb-1 lg:order-last lg:grid lg:grid-cols-4 lg:content-start lg:overflow-visible"
    >
      {rows.map((row) => {
        const piece = pieceOf(image._id, row.values)
        const words = image.fields.flatMap(({ name }) => row.values[name] ?? []).join(", ")
        const [problem] = row.problems
        return (
          <li key={row.line} className="w-24 flex-none lg:w-auto">
            {problem === undefined ? (
              <ArtworkPicture
                path={piece?.previewFile?.path ?? image.previewFile?.path ?? null}
                alt={piece?.state === "ready" ? `${image.name} with ${words}` : "Being drawn"}
                className={classNames(
                  "aspect-square w-full rounded-md p-1.5",
                  piece?.state !== "ready" && "animate-pulse opacity-50",
                )}
              />
            ) : (
              // Its line in the table explains the rest.
              <span className="grid aspect-square w-full place-items-center rounded-md border border-bad border-dashed p-1.5 text-center text-xs font-[550] text-bad-ink [overflow-wrap:anywhere]">
                <span className="line-clamp-4">{problem.message}</span>
              </span>
            )}
            <span className="mt-1 flex gap-2 text-xs text-ink-2">
              <span className="min-w-0 flex-1 truncate" title={words}>
                {words || `Line ${row.line}`}
              </span>
              {row.quantity > 1 && <span className="flex-none tabular-nums">×{row.quantity}</span>}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
