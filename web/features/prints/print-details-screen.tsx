import { useQuery } from "@tanstack/react-query"
import { Link, lazyRouteComponent, useNavigate, useParams } from "@tanstack/react-router"
import { Suspense } from "react"
import type { Print } from "../../../contract/prints/print.ts"
import { buttonVariants } from "../../components/ui/button.tsx"
import { EmptyState } from "../../components/ui/empty-state.tsx"
import { loadFailure, PageFailure } from "../../components/ui/failure-notice.tsx"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import { ApiFailure } from "../../lib/api.ts"
import { usePageMeta } from "../../lib/page-meta.ts"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { printOptions } from "./print-calls.ts"

/** The desk with its packing, which a finished print does not need. */
const OpenPrintScreen = lazyRouteComponent(() => import("./open-print-screen.tsx"), "OpenPrintScreen")
const FinishedPrintScreen = lazyRouteComponent(
  () => import("./finished-print-screen.tsx"),
  "FinishedPrintScreen",
)
const SuccessModal = lazyRouteComponent(() => import("./success-modal.tsx"), "SuccessModal")
const DeletePrintModal = lazyRouteComponent(() => import("./print-modals.tsx"), "DeletePrintModal")

/** Shows one print: a desk until its sheets are written, and from then on a receipt. */
export function PrintDetailsScreen() {
  const { printId } = useParams({ from: "/protected/prints/$printId" })
  const query = useQuery(printOptions(printId))
  const name = query.data?.name
  usePageMeta({
    title: name ?? "Print",
    crumbs: [{ label: "Prints", href: "/prints" }, ...(name === undefined ? [] : [{ label: name }])],
  })
  const failure = loadFailure(query)
  if (failure) {
    const { error } = failure
    return error instanceof ApiFailure && error.status === 404 ? (
      <EmptyState
        headingLevel="h1"
        title={error.message}
        description="It was deleted, or its address is not complete."
        action={
          <Link to="/prints" className={buttonVariants({ variant: "primary", size: "lg" })}>
            Go to prints
          </Link>
        }
      />
    ) : (
      <PageFailure title="This print could not be loaded" {...failure} />
    )
  }
  if (!query.data) return <DetailsSkeleton />
  return <PrintDetails key={printId} print={query.data} />
}

function PrintDetails({ print }: { print: Print }) {
  const printId = print._id
  const navigate = useNavigate()
  const success = useModalParam("printSuccessModal", { with: ["filePath"] })
  const deletion = useModalParam("deletePrint")
  const head = { print, onDelete: () => deletion.open(printId) }
  const isFinished = print.status === "Completed" && print.fileId.length > 0
  return (
    <>
      <Suspense fallback={<DetailsSkeleton />}>
        {isFinished ? (
          <FinishedPrintScreen {...head} openSuccess={success.open} />
        ) : (
          <OpenPrintScreen {...head} />
        )}
      </Suspense>
      {success.isOpen && (
        <Suspense>
          <SuccessModal printId={printId} onClose={success.close} />
        </Suspense>
      )}
      {deletion.isOpen && (
        <Suspense>
          <DeletePrintModal
            printId={printId}
            print={print}
            onClose={deletion.close}
            onDeleted={({ scope }) =>
              scope === "everything" ? void navigate({ to: "/prints" }) : deletion.close()
            }
          />
        </Suspense>
      )}
    </>
  )
}

function DetailsSkeleton() {
  return (
    <div role="status" aria-label="Loading">
      <Skeleton className="h-7 w-40" />
      <Skeleton className="mt-2 h-4 w-64" />
      <Skeleton className="mt-8 h-72 rounded-lg" />
    </div>
  )
}
