import { QueryClientProvider, useQuery } from "@tanstack/react-query"
import { lazyRouteComponent, useParams } from "@tanstack/react-router"
import { Suspense, useEffect } from "react"
import type { Shared } from "../../../contract/delivery/share.ts"
import { EmptyState } from "../../components/ui/empty-state.tsx"
import { Logo } from "../../components/ui/logo.tsx"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import { ApiFailure, failureWords } from "../../lib/api.ts"
import { usePageMeta } from "../../lib/page-meta.ts"
import { queryClient } from "../../lib/query-client.ts"
import { linkOptions } from "./link-calls.ts"

const loadFiles = () => import("./shared-files.tsx")
/** This page alone, among those in front of the sign-in, shows a print; it loads while the link is asked for. */
const SharedFiles = lazyRouteComponent(loadFiles, "SharedFiles")
const DaysLeft = lazyRouteComponent(loadFiles, "DaysLeft")

/** Shows a link's page to the shop that prints: it needs no account and has none of the app around it. */
export function ShareScreen() {
  return (
    <QueryClientProvider client={queryClient}>
      <Link />
    </QueryClientProvider>
  )
}

function Link() {
  const { token } = useParams({ from: "/share/$token" })
  const { data, error, isError } = useQuery(linkOptions(token))
  useEffect(() => void loadFiles(), [])
  usePageMeta({ title: data ? titleOf(data) : "Files to print" })
  const isOver = error instanceof ApiFailure && [404, 410].includes(error.status)
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-14 flex-none items-center border-line border-b px-4 md:px-8">
        <Logo />
        <Suspense>{data && <DaysLeft shared={data} />}</Suspense>
      </header>
      <main className="flex min-h-0 flex-1 flex-col md:flex-row">
        {data ? (
          <Suspense fallback={<FilesSkeleton />}>
            <SharedFiles shared={data} token={token} title={titleOf(data)} />
          </Suspense>
        ) : isError ? (
          <div className="mx-auto w-full max-w-4xl px-4">
            <EmptyState
              headingLevel="h1"
              title={isOver ? failureWords(error) : "The files cannot be shown now"}
              description={
                isOver
                  ? "Files are kept for seven days. Ask whoever sent you the link for a new one."
                  : failureWords(error)
              }
            />
          </div>
        ) : (
          <FilesSkeleton />
        )}
      </main>
    </div>
  )
}

function titleOf({ prints }: Shared): string {
  return prints.length === 1 ? prints[0].name : `${prints.length} prints`
}

function FilesSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="contents">
      <div className="mat h-78 min-w-0 md:h-[calc(100dvh-3.5rem)] md:flex-1" />
      <div className="w-full flex-none px-4 pt-5 md:w-116 md:border-line md:border-l md:px-6">
        <Skeleton className="h-7 w-56 max-w-full" />
        <Skeleton className="mt-2 h-5 w-48" />
        <Skeleton className="mt-5 h-56 rounded-lg" />
      </div>
    </div>
  )
}
