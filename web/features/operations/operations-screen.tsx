import { useQuery } from "@tanstack/react-query"
import { RefreshCw } from "lucide-react"
import type { Operations } from "../../../contract/operations/operations.ts"
import { AdminOnly } from "../../components/admin-only.tsx"
import { Button } from "../../components/ui/button.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { PageHeader } from "../../components/ui/page-header.tsx"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import { failureWords } from "../../lib/api.ts"
import { asCommand } from "../../lib/as-command.ts"
import { fetchAhead } from "../../lib/fetch-ahead.ts"
import { formatWhen, lowerFirst, plural } from "../../lib/format.ts"
import { Figures } from "./figures.tsx"
import { looksOf } from "./looks.ts"
import { operationsQuery } from "./operations-calls.ts"
import { Troubles } from "./troubles.tsx"
import { VendorErrors } from "./vendor-errors.tsx"
import { Waiting } from "./waiting.tsx"

/** Shows admins the state of the deployment: open work, failures and figures. */
export function OperationsScreen() {
  return (
    <AdminOnly>
      <Overview />
    </AdminOnly>
  )
}

OperationsScreen.fetchAhead = () => {
  fetchAhead(operationsQuery)
}

function Overview() {
  const { data, error, isFetching, refetch } = useQuery(operationsQuery)
  return (
    <>
      <PageHeader
        title="Operations"
        description={data === undefined ? "\u00a0" : summaryOf(data)}
        isInline
        actions={
          <Button
            icon={<RefreshCw />}
            isLoading={isFetching}
            {...asCommand("refresh-operations")}
            onClick={() => void refetch()}
          >
            Refresh
          </Button>
        }
      />
      {data ? (
        <>
          <Troubles looks={looksOf(data)} />
          <Waiting waiting={data.waiting} triggers={data.triggers} />
          <VendorErrors errors={data.vendorErrors} />
          <Figures {...data} />
        </>
      ) : error ? (
        <Notice tone="bad" className="mt-6">
          {failureWords(error)}
        </Notice>
      ) : (
        <div role="status" aria-label="Loading">
          <Skeleton className="mt-6 h-40 rounded-lg" />
          <Skeleton className="mt-6 h-56 rounded-lg" />
        </div>
      )}
    </>
  )
}

/** Returns `All is well, as of 14:06.` */
function summaryOf(operations: Operations): string {
  const count = looksOf(operations).length
  const words = count === 0 ? "All is well" : `${plural(count, "thing needs", "things need")} a look`
  return `${words}, as of ${lowerFirst(formatWhen(operations.at))}.`
}
