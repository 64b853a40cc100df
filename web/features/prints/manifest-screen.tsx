import { useQuery } from "@tanstack/react-query"
import { lazyRouteComponent, useParams } from "@tanstack/react-router"
import { Download, Printer, RotateCcw } from "lucide-react"
import { type ReactNode, Suspense, useEffect, useMemo, useState } from "react"
import {
  type Manifest,
  type ManifestRow,
  pieceCounts,
  printCode,
  readLabelCode,
} from "../../../contract/prints/manifest.ts"
import { Button, buttonVariants } from "../../components/ui/button.tsx"
import { Chip, ChipRow } from "../../components/ui/chip.tsx"
import { EmptyState } from "../../components/ui/empty-state.tsx"
import { FilmMeter } from "../../components/ui/film-meter.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { PageHeader } from "../../components/ui/page-header.tsx"
import { Pagination } from "../../components/ui/pagination.tsx"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import { failureWords } from "../../lib/api.ts"
import { asCommand } from "../../lib/as-command.ts"
import { type Address, fetchAhead } from "../../lib/fetch-ahead.ts"
import { formatDate, plural } from "../../lib/format.ts"
import { useMediaQuery } from "../../lib/media-query.ts"
import { usePageMeta } from "../../lib/page-meta.ts"
import { useSearch, useSetSearchParams } from "../../lib/search-params.ts"
import { shipByWords } from "../../lib/ship-day.ts"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { copyElementId, ManifestGroup } from "./manifest-group.tsx"
import { type ManifestSearch, manifestSearchSchema, shownManifest } from "./manifest-view.ts"
import { manifestOptions, printOptions } from "./print-calls.ts"
import { ScanField } from "./scan-field.tsx"
import { useTicks } from "./use-ticks.ts"

const WrittenFilm = lazyRouteComponent(() => import("./written-film.tsx"), "WrittenFilm")
const RemakeModal = lazyRouteComponent(() => import("./remake-modal.tsx"), "RemakeModal")

/** Lists every copy of a print, to be ticked off at the press: by order or sheet, by thumb or scanner. */
export function ManifestScreen() {
  const { printId } = useParams({ from: "/protected/prints/$printId/manifest" })
  const query = useQuery(manifestOptions(printId))
  const name = query.data?.name ?? "Print"
  usePageMeta({
    title: `Manifest of ${name}`,
    crumbs: [
      { label: "Prints", href: "/prints" },
      { label: name, href: `/prints/${printId}` },
      { label: "Manifest" },
    ],
  })
  if (query.isError && !query.data) {
    return (
      <EmptyState
        headingLevel="h1"
        title="This print does not exist"
        description={failureWords(query.error)}
        action={<Button onClick={() => void query.refetch()}>Try again</Button>}
      />
    )
  }
  if (!query.data) return <ManifestSkeleton />
  return <ManifestList key={printId} manifest={query.data} />
}

ManifestScreen.fetchAhead = ({ params }: Address) => {
  fetchAhead(manifestOptions(params.printId))
}

function ManifestList({ manifest }: { manifest: Manifest }) {
  const { printId, name } = manifest
  const { rows, tick, touched, forget, unsaved } = useTicks(printId, manifest.rows)
  const search = useSearch(manifestSearchSchema)
  const setParams = useSetSearchParams()
  const shown = shownManifest(rows, search, touched, manifest)
  const done = rows.filter(({ isDone }) => isDone).length
  const remake = useModalParam("remake")
  const isPrinted = manifest.printedAt !== null
  const counts = useMemo(() => pieceCounts(manifest.rows), [manifest.rows])
  const [hovered, setHovered] = useState<string | null>(null)
  useFoundCopy(search.copy)

  function pick(change: Partial<Pick<ManifestSearch, "show" | "by">>) {
    forget()
    setParams({ ...change, page: null, copy: null }, { push: true })
  }

  function scan(text: string): { words: string; isGood: boolean } {
    const code = readLabelCode(text)
    if (code === null) return { words: `“${text.trim()}” is not a label code`, isGood: false }
    if (code.print !== null && code.print !== printCode(printId))
      return { words: "This label belongs to another print", isGood: false }
    const row = rows.find((one) => one.code === `${code.item}-${code.copy}`)
    if (!row) return { words: `This print has no copy ${code.item}-${code.copy}`, isGood: false }
    const wasDone = row.isDone
    if (!wasDone) tick([row], true)
    setParams({ copy: row.code, page: null })
    return { words: scannedWords(row, rows, wasDone), isGood: true }
  }

  const list = (
    <>
      <PageHeader
        title={`Manifest of ${name}`}
        description={describe(manifest) + shipByWords(firstToShip(manifest.rows), manifest.timeZone)}
        actions={
          <>
            {isPrinted && (
              <Button icon={<RotateCcw />} {...asCommand("remake-pieces")} onClick={() => remake.open()}>
                Remake
              </Button>
            )}
            <a
              href={`/api/prints/${printId}/manifest.csv`}
              download
              className={buttonVariants()}
              {...asCommand("manifest-csv")}
            >
              <Download aria-hidden="true" /> CSV
            </a>
            <a
              href={`/api/prints/${printId}/manifest.html`}
              target="_blank"
              rel="noreferrer"
              className={buttonVariants({ variant: "primary" })}
              {...asCommand("printable-manifest")}
            >
              <Printer aria-hidden="true" /> Printable page
            </a>
          </>
        }
      />
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
      <div className="mt-4 flex flex-wrap items-start gap-x-4 gap-y-2">
        <ScanField onScan={scan} />
        <ChipRow label="Which copies, and how they are grouped">
          {(["all", "open", "done"] as const).map((show) => (
            <Chip
              key={show}
              count={{ all: rows.length, open: rows.length - done, done }[show]}
              isPicked={search.show === show}
              onPick={() => pick({ show })}
            >
              {{ all: "All", open: "Open", done: "Done" }[show]}
            </Chip>
          ))}
          <span aria-hidden="true" className="w-px flex-none self-stretch bg-line" />
          <Chip isPicked={search.by === "order"} onPick={() => pick({ by: "order" })}>
            By order
          </Chip>
          <Chip isPicked={search.by === "sheet"} onPick={() => pick({ by: "sheet" })}>
            By sheet
          </Chip>
        </ChipRow>
      </div>
      <div className="mt-3 grid grid-cols-1 gap-4">
        {shown.groups.map((group) => (
          <ManifestGroup
            key={group.heading}
            group={group}
            isByOrder={search.by === "order"}
            isPrinted={isPrinted}
            foundCode={search.copy}
            hoveredCode={group.all.some(({ code }) => code === hovered) ? hovered : null}
            counts={counts}
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
      {isPrinted && remake.isOpen && (
        <Suspense>
          <RemakeModal manifest={manifest} onClose={remake.close} />
        </Suspense>
      )}
    </>
  )

  return (
    <FilmBeside
      manifest={manifest}
      rows={rows}
      shown={hovered ?? search.copy}
      onHover={setHovered}
      onPick={(copy) => setParams({ copy, page: null })}
    >
      {list}
    </FilmBeside>
  )
}

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
function FilmBeside({ manifest, rows, shown, onHover, onPick, children }: FilmBesideProps) {
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

function describe({ rows, sheets, printedAt }: Manifest): string {
  const copies = plural(rows.length, "copy", "copies")
  if (printedAt !== null) return `${copies} on ${plural(sheets, "sheet")}, ${formatDate(printedAt)}`
  return sheets === 0
    ? `${copies}, not laid out yet`
    : `${copies} on ${plural(sheets, "sheet")}, not printed yet`
}

/** Returns the earliest ship date of its orders. */
function firstToShip(rows: readonly ManifestRow[]): string | null {
  return rows.flatMap(({ shipBy }) => shipBy ?? []).sort()[0] ?? null
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
