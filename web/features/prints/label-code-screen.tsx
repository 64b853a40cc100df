import { useQuery } from "@tanstack/react-query"
import { Link, Navigate, useParams } from "@tanstack/react-router"
import { readLabelCode } from "../../../contract/prints/manifest.ts"
import { buttonVariants } from "../../components/ui/button.tsx"
import { EmptyState } from "../../components/ui/empty-state.tsx"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import { failureWords } from "../../lib/api.ts"
import { labelCodeOptions } from "./print-calls.ts"

/** Opens the copy on the manifest that a label's code names. */
export function LabelCodeScreen() {
  const { code } = useParams({ from: "/protected/c/$code" })
  const query = useQuery(labelCodeOptions(code))
  const read = readLabelCode(code)
  if (query.data && read) {
    const { printId } = query.data
    const copy = `${read.item}-${read.copy}`
    return <Navigate to="/prints/$printId/manifest" params={{ printId }} search={{ copy }} replace />
  }
  if (!query.isError) return <Skeleton className="h-72" />
  return (
    <EmptyState
      title="You have no print with this label"
      description={`${failureWords(query.error)}. It was deleted, or it belongs to another account.`}
      action={
        <Link to="/prints" className={buttonVariants({ variant: "primary", size: "lg" })}>
          Go to prints
        </Link>
      }
    />
  )
}
