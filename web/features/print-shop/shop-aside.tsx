import { lazyRouteComponent } from "@tanstack/react-router"
import { Scissors } from "lucide-react"
import { Suspense } from "react"
import { usualDestinationIn } from "../../../contract/delivery/destination.ts"
import { sheetFileKinds } from "../../../contract/delivery/sheet-format.ts"
import { pageUnit } from "../../../contract/length.ts"
import { formatWords } from "../../components/format-words.ts"
import { FilmSheet } from "../../components/ui/film-sheet.tsx"
import { formatRoll, formatTyped } from "../../lib/length.ts"
import { sampleFileName } from "../sizes/sample-file-name.ts"
import { type PrintShop, shopName } from "./shop.ts"

const CutLineSample = lazyRouteComponent(() => import("../sizes/cut-line-sample.tsx"), "CutLineSample")

/** Shows the film to scale, the cut line around a sample, and the files of a sheet by their names. */
export function ShopAside({ shop }: { shop: PrintShop }) {
  const { template, address } = shop
  const { formats, contour, fileName } = shop.destination ?? usualDestinationIn(pageUnit())
  const name = sampleFileName(fileName)
  const kinds = [...formats, ...(contour.isOn ? contour.beside : [])]
  return (
    <aside
      aria-label="What the print shop gets"
      className="mat sticky top-14 hidden h-[calc(100dvh-3.5rem)] w-104 flex-none flex-col overflow-hidden border-line border-l px-8 pt-3 xl:flex"
    >
      <p className="flex h-8 items-center text-sm font-[550] text-stage-ink">
        What {shopName(shop) ?? "your print shop"} gets
      </p>
      <div className="relative mt-3">
        <FilmSheet
          pieces={[]}
          lengthIn={template.widthIn * 0.8}
          inch={`calc(22rem / ${template.widthIn})`}
          roll="26px"
          rollWidthIn={template.widthIn}
        />
        <div className="absolute inset-x-4 top-10 h-60 [color-scheme:light]">
          <Suspense>
            <CutLineSample contour={contour} />
          </Suspense>
        </div>
      </div>
      <p className="mt-3 flex items-center gap-2 text-xs text-stage-ink-2">
        <Scissors className="size-3.5" aria-hidden="true" />
        <span className="flex-1">
          {contour.isOn
            ? `Cut line ${formatTyped(Math.abs(contour.offsetIn))} ${contour.offsetIn < 0 ? "inside" : "out"}`
            : "No cut line"}
        </span>
        <b className="font-[600] text-stage-ink">{formatRoll(template.widthIn)}</b>
      </p>
      <ul className="mt-5 rounded-md bg-black/20 px-3 text-sm">
        {kinds.map((kind) => (
          <FileLine
            key={kind}
            what={formatWords[kind].name}
            words={`${name}.${sheetFileKinds[kind].extension}`}
          />
        ))}
        <FileLine what="To" words={address === null ? "You download them" : address.name} />
      </ul>
    </aside>
  )
}

function FileLine({ what, words }: { what: string; words: string }) {
  return (
    <li className="flex items-center gap-3 border-white/12 border-t py-2 first:border-t-0">
      <span className="w-11 flex-none text-xs font-[600] text-stage-ink">{what}</span>
      <span className="min-w-0 flex-1 truncate text-stage-ink-2" title={words}>
        {words}
      </span>
    </li>
  )
}
