import { QueryClientProvider, useQuery } from "@tanstack/react-query"
import { lazyRouteComponent, useParams } from "@tanstack/react-router"
import { Download } from "lucide-react"
import { Suspense, useEffect } from "react"
import type { Shared } from "../../../contract/delivery/share.ts"
import { lengthText } from "../../../contract/length.ts"
import { buttonVariants } from "../../components/ui/button.tsx"
import { EmptyState } from "../../components/ui/empty-state.tsx"
import { Logo } from "../../components/ui/logo.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import { ApiFailure, failureWords } from "../../lib/api.ts"
import { fileUrl, formatBytes, plural } from "../../lib/format.ts"
import { usePageMeta } from "../../lib/page-meta.ts"
import { queryClient } from "../../lib/query-client.ts"
import { linkOptions } from "./link-calls.ts"

const loadPrint = () => import("./shared-print.tsx")
/** This page alone, among those in front of the sign-in, shows a print; it loads while the link is asked for. */
const SharedPrintSection = lazyRouteComponent(loadPrint, "SharedPrintSection")

/** Shows a link's page to the shop that prints: it needs no account and has none of the app around it. */
export function ShareScreen() {
  return (
    <QueryClientProvider client={queryClient}>
      <div className="mx-auto flex min-h-dvh w-full max-w-4xl flex-col px-4 md:px-8">
        <header className="flex h-16 flex-none items-center">
          <Logo />
        </header>
        <main className="flex-1 pb-16">
          <Link />
        </main>
      </div>
    </QueryClientProvider>
  )
}

function Link() {
  const { token } = useParams({ from: "/share/$token" })
  const { data, error, isError } = useQuery(linkOptions(token))
  useEffect(() => void loadPrint(), [])
  usePageMeta({ title: data ? titleOf(data) : "Files to print" })
  if (data)
    return (
      <Suspense fallback={<FilesSkeleton />}>
        <Files shared={data} token={token} />
      </Suspense>
    )
  if (!isError) return <FilesSkeleton />
  const isOver = error instanceof ApiFailure && [404, 410].includes(error.status)
  return (
    <EmptyState
      headingLevel="h1"
      title={isOver ? failureWords(error) : "The files cannot be shown now"}
      description={
        isOver
          ? "Files are kept for seven days. Ask whoever sent you the link for a new one."
          : failureWords(error)
      }
    />
  )
}

function Files({ shared, token }: { shared: Shared; token: string }) {
  const { prints, gone, zip } = shared
  const sheets = prints.flatMap((print) => print.sheets)
  const filmIn = sheets
    .filter(({ destination }) => destination === null)
    .reduce((sum, { lengthIn }) => sum + lengthIn, 0)
  return (
    <>
      <div className="flex flex-wrap items-start gap-x-6 gap-y-4 pt-4">
        <div className="min-w-0 flex-1 basis-80">
          <h1 className="text-2xl font-[650] wrap-anywhere">{titleOf(shared)}</h1>
          <p className="mt-1 text-base text-ink-2">
            {plural(sheets.length, "sheet")}, {lengthText(filmIn, "in")} of film, ready to print
          </p>
        </div>
        <a
          href={fileUrl(zip.path)}
          download
          className={buttonVariants({ variant: "primary", size: "lg", className: "w-full sm:w-auto" })}
        >
          <Download aria-hidden="true" /> Download all, {formatBytes(zip.bytes)}
        </a>
      </div>
      {gone > 0 && (
        <Notice tone="warn" className="mt-5">
          {gone === 1
            ? "The files of another print of this link have been deleted."
            : `The files of ${gone} more prints of this link have been deleted.`}
        </Notice>
      )}
      {prints.map((print) => (
        <SharedPrintSection key={print.number} print={print} token={token} isOnly={prints.length === 1} />
      ))}
    </>
  )
}

function titleOf({ prints }: Shared): string {
  return prints.length === 1 ? prints[0].name : `${prints.length} prints`
}

function FilesSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="pt-4">
      <Skeleton className="h-8 w-64 max-w-full" />
      <Skeleton className="mt-2 h-5 w-48" />
      <Skeleton className="mt-8 h-72 rounded-lg" />
    </div>
  )
}
