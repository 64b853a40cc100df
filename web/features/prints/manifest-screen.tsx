import { useQuery } from "@tanstack/react-query"
import { useNavigate, useParams } from "@tanstack/react-router"
import { useEffect, useMemo, useState } from "react"
import { inkNotices } from "../../../contract/prints/ink-notices.ts"
import {
  type Manifest,
  type ManifestRow,
  pieceCounts,
  printCode,
  readLabelCode,
} from "../../../contract/prints/manifest.ts"
import { Chip, ChipRow } from "../../components/ui/chip.tsx"
import { loadFailure, PageFailure } from "../../components/ui/failure-notice.tsx"
import { FilmMeter } from "../../components/ui/film-meter.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { Pagination } from "../../components/ui/pagination.tsx"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import { useMay } from "../../lib/auth.tsx"
import { type Address, fetchAhead } from "../../lib/fetch-ahead.ts"
import { plural } from "../../lib/format.ts"
import { usePageMeta } from "../../lib/page-meta.ts"
import { useSearch, useSetSearchParams } from "../../lib/search-params.ts"
import { FilmBeside } from "./film-beside.tsx"
import { copyElementId, ManifestGroup } from "./manifest-group.tsx"
import { ManifestHead } from "./manifest-head.tsx"
import { type ManifestSearch, manifestSearchSchema, shownManifest } from "./manifest-view.ts"
import { manifestOptions } from "./print-calls.ts"
import { type ScanFeedback, ScanField } from "./scan-field.tsx"
import { useTicks } from "./use-ticks.ts"

/** Lists every copy of a print, to be ticked off at the press: by order or sheet, by thumb or scanner. */
export function ManifestScreen() {
  const { printId } = useParams({ from: "/protected/prints/$printId/manifest" })
  const query = useQuery(manifestOptions(printId))
  const name = query.data?.name ?? "Print"
  const isMaker = useMay("maker")
  usePageMeta({
    title: `Manifest of ${name}`,
    crumbs: [
      { label: "Prints", href: "/prints" },
      ...(isMaker ? [{ label: name, href: `/prints/${printId}` }, { label: "Manifest" }] : [{ label: name }]),
    ],
  })
  const failure = loadFailure(query)
  if (failure) return <PageFailure title="This print does not exist" {...failure} />
  if (!query.data) return <ManifestSkeleton />
  return <ManifestList key={printId} manifest={query.data} />
}

ManifestScreen.fetchAhead = ({ params }: Address) => {
  fetchAhead(manifestOptions(params.printId))
}

function ManifestList({ manifest }: { manifest: Manifest }) {
  const { printId } = manifest
  const { rows, tick, touched, forget, unsaved } = useTicks(printId, manifest.rows)
  const search = useSearch(manifestSearchSchema)
  const setParams = useSetSearchParams()
  const navigate = useNavigate()
  const shown = shownManifest(rows, search, touched, manifest)
  const done = rows.filter(({ isDone }) => isDone).length
  const isPrinted = manifest.printedAt !== null
  const counts = useMemo(() => pieceCounts(manifest.rows), [manifest.rows])
  const inks = useMemo(() => inkNotices(manifest), [manifest])
  const [hovered, setHovered] = useState<string | null>(null)
  useFoundCopy(search.copy)

  function pick(change: Partial<Pick<ManifestSearch, "show" | "by">>) {
    forget()
    setParams({ ...change, page: null, copy: null }, { push: true })
  }

  function scan(text: string): ScanFeedback {
    const code = readLabelCode(text)
    if (code === null) return { words: `“${text.trim()}” is not a label code`, isGood: false }
    if (code.print !== null && code.print !== printCode(printId)) {
      const whole = `${code.print}-${code.item}-${code.copy}`
      const open = () => {
        void navigate({ to: "/c/$code", params: { code: whole } })
        return ""
      }
      const words = "This label belongs to another print"
      return { words, isGood: false, action: { name: "Open it", act: open } }
    }
    const row = rows.find((one) => one.code === `${code.item}-${code.copy}`)
    if (!row) return { words: `This print has no copy ${code.item}-${code.copy}`, isGood: false }
    const wasDone = row.isDone
    find(row.code)
    const words = scannedWords(row, rows, wasDone)
    if (wasDone) return { words, isGood: true }
    tick([row], true)
    const undo = () => {
      tick([row], false)
      return `${row.code} is open again`
    }
    return { words, isGood: true, action: { name: "Undo", act: undo } }
  }

  function find(copy: string) {
    setParams({ copy, page: null }, { keepsPlace: true })
  }

  return (
    <FilmBeside
      manifest={manifest}
      rows={rows}
      shown={hovered ?? search.copy}
      onHover={setHovered}
      onPick={find}
    >
      <ManifestHead manifest={manifest} />
      <div className="mt-4 flex items-center gap-3">
        <FilmMeter value={rows.length === 0 ? 0 : done / rows.length} label="Done" className="flex-1" />
        <p className="text-sm font-[550] whitespace-nowrap tabular-nums">
          {done} of {rows.length} done
        </p>
      </div>
      {unsaved > 0 && (
        <Notice tone="warn" className="mt-3">
          {plural(unsaved, "tick is", "ticks are")} not saved yet: Sheetsmith cannot be reached. Keep this
          page open: they are saved as soon as the connection is back.
        </Notice>
      )}
      {/* What is scanned stays in sight; on a phone, without the chips. */}
      <div className="coarse:contents md:sticky md:top-14 md:z-10 md:-mx-1 md:mt-2 md:flex md:flex-wrap md:items-start md:gap-x-4 md:gap-y-2 md:bg-canvas md:px-1 md:py-2">
        <ScanField onScan={scan} />
        <ManifestChips search={search} count={rows.length} done={done} onPick={pick} />
      </div>
      <div className="mt-1 grid grid-cols-1 gap-4 coarse:mt-3">
        {shown.groups.map((group) => (
          <ManifestGroup
            key={group.heading}
            group={group}
            isByOrder={search.by === "order"}
            isPrinted={isPrinted}
            foundCode={search.copy}
            hoveredCode={group.all.some(({ code }) => code === hovered) ? hovered : null}
            counts={counts}
            inks={inks}
            onHover={setHovered}
            onTick={tick}
          />
        ))}
        {shown.groups.length === 0 && (
          <p role="status" className="py-10 text-center text-ink-2">
            {search.show === "open" ? "Everything is done." : "Nothing is done yet."}
          </p>
        )}
      </div>
      {shown.pages > 1 && (
        <Pagination
          page={shown.page}
          limit={search.limit}
          totalPages={shown.pages}
          totalRows={shown.total}
          pageSizes={[50, 100, 250]}
          unit="Copies"
          onPage={(page) => setParams({ page: page === 1 ? null : page, copy: null }, { push: true })}
          onLimit={(limit) => setParams({ limit, page: null }, { push: true })}
          className="mt-4"
        />
      )}
    </FilmBeside>
  )
}

type ManifestChipsProps = {
  search: ManifestSearch
  count: number
  done: number
  onPick: (change: Partial<Pick<ManifestSearch, "show" | "by">>) => void
}

function ManifestChips({ search, count, done, onPick }: ManifestChipsProps) {
  return (
    <ChipRow label="Which copies, and how they are grouped">
      {(["all", "open", "done"] as const).map((show) => (
        <Chip
          key={show}
          count={{ all: count, open: count - done, done }[show]}
          isPicked={search.show === show}
          onPick={() => onPick({ show })}
        >
          {{ all: "All", open: "Open", done: "Done" }[show]}
        </Chip>
      ))}
      <span aria-hidden="true" className="w-px flex-none self-stretch bg-line" />
      <Chip isPicked={search.by === "order"} onPick={() => onPick({ by: "order" })}>
        By order
      </Chip>
      <Chip isPicked={search.by === "sheet"} onPick={() => onPick({ by: "sheet" })}>
        By sheet
      </Chip>
    </ChipRow>
  )
}

/** Scrolls to the copy that was searched for; a phone that came by its code focuses its box. */
function useFoundCopy(code: string): void {
  useEffect(() => {
    if (code === "") return
    const row = document.getElementById(copyElementId(code))
    row?.scrollIntoView({ block: "center" })
    // A scanner continues to type into its field.
    const isTyping = document.activeElement instanceof HTMLInputElement
    if (!isTyping) row?.querySelector<HTMLElement>("[role=checkbox]")?.focus({ preventScroll: true })
  }, [code])
}

/** Returns `12-3 is done, 2 of order 3107500012 are left` */
function scannedWords(row: ManifestRow, rows: readonly ManifestRow[], wasDone: boolean): string {
  const group = rows.filter(({ orderNumber }) => orderNumber === row.orderNumber)
  const left = group.filter((one) => !one.isDone && one.code !== row.code).length
  const whose = row.orderNumber === "" ? "" : ` of order ${row.orderNumber}`
  const rest = left === 0 ? `all${whose || " copies"} done` : `${left}${whose} left`
  return `${row.code} ${wasDone ? "was done before" : "is done"}, ${rest}`
}

function ManifestSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="grid gap-4">
      <Skeleton className="h-14" />
      <Skeleton className="h-9" />
      <Skeleton className="h-72" />
    </div>
  )
}
