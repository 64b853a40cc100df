import { useQuery } from "@tanstack/react-query"
import { lazyRouteComponent } from "@tanstack/react-router"
import { type ReactNode, Suspense, useMemo } from "react"
import type { Manifest, ManifestRow } from "../../../contract/prints/manifest.ts"
import { useMediaQuery } from "../../lib/media-query.ts"
import { printOptions } from "./print-calls.ts"

const WrittenFilm = lazyRouteComponent(() => import("./written-film.tsx"), "WrittenFilm")

type FilmBesideProps = {
  manifest: Manifest
  /** The copies with the ticks of this page. */
  rows: readonly ManifestRow[]
  /** The code of the copy that is outlined; "" without any. */
  shown: string
  onHover: (code: string | null) => void
  onPick: (code: string) => void
  children: ReactNode
}

/** Puts the film beside the list, where the screen has room for both and its files are still kept. */
export function FilmBeside({ manifest, rows, shown, onHover, onPick, children }: FilmBesideProps) {
  const isWide = useMediaQuery("(min-width: 64rem)")
  const { printId, printedAt } = manifest
  const hasFilm = isWide && printedAt !== null && rows.some(({ widthIn }) => widthIn !== null)
  const print = useQuery({ ...printOptions(printId), enabled: hasFilm }).data
  const files = hasFilm && print?.status === "Completed" ? print.fileId : []
  const done = useMemo(() => new Set(rows.filter(({ isDone }) => isDone).map(({ code }) => code)), [rows])
  const isBeside = files.length > 0
  // The list stays mounted when the film comes: what has the focus there keeps it.
  return (
    <div className={isBeside ? "-mt-5 -mr-8 -mb-10 flex" : undefined}>
      <div className={isBeside ? "min-w-0 flex-1 pt-5 pr-8 pb-10" : undefined}>{children}</div>
      {isBeside && (
        <aside
          aria-label="Film"
          className="sticky top-14 h-[calc(100dvh-3.5rem)] w-2/5 flex-none overflow-hidden"
        >
          <Suspense fallback={<div className="mat h-full" />}>
            <WrittenFilm
              files={files}
              rows={rows}
              shown={new Set([shown])}
              done={done}
              onHover={(row) => onHover(row?.code ?? null)}
              onPick={({ code }) => onPick(code)}
            />
          </Suspense>
        </aside>
      )}
    </div>
  )
}
