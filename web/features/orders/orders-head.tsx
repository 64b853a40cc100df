import { Link, lazyRouteComponent } from "@tanstack/react-router"
import { FileUp, PackageOpen, Store } from "lucide-react"
import { Suspense } from "react"
import type { Integration } from "../../../contract/integrations/integration.ts"
import { texts } from "../../../contract/text.ts"
import { CommandTip } from "../../components/command-tip.tsx"
import { Button, buttonVariants } from "../../components/ui/button.tsx"
import { EmptyState } from "../../components/ui/empty-state.tsx"
import { PageHeader } from "../../components/ui/page-header.tsx"
import { Select } from "../../components/ui/select.tsx"
import { formatWhen, lowerFirst, plural } from "../../lib/format.ts"
import { useSetSearchParams } from "../../lib/search-params.ts"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { isOfFiles, SyncButton, syncedWords } from "../integrations/shop-state.tsx"

const BatchModal = lazyRouteComponent(() => import("./batch-modal.tsx"), "BatchModal")
const NextAutopilot = lazyRouteComponent(() => import("../integrations/autopilot-state.tsx"), "NextAutopilot")

const title = "Integration Orders"

type OrdersHeadProps = {
  shops: readonly Integration[]
  /** Those of the shops whose orders are listed. */
  shown: readonly Integration[]
  integrationId: string | undefined
}

/** Says when the shops were synced, and offers what brings orders in and prints them all. */
export function OrdersHead({ shops, shown, integrationId }: OrdersHeadProps) {
  const importing = useModalParam("addImport")
  const batch = useModalParam("todaysBatch")
  return (
    <>
      <PageHeader
        title={title}
        description={
          <>
            {describe(shown)}{" "}
            <Suspense>
              <NextAutopilot integrations={shown} />
            </Suspense>
          </>
        }
        actions={
          <div className="flex flex-wrap items-center gap-2">
            {shops.length > 0 && <ShopSelect shops={shops} value={integrationId} />}
            <CommandTip command="import-orders">
              <Button icon={<FileUp />} className="coarse:w-11 coarse:px-0" onClick={() => importing.open()}>
                <span className="coarse:sr-only">Import</span>
              </Button>
            </CommandTip>
            <SyncButton integrations={shown} isQuiet />
            <CommandTip command="todays-batch">
              <Button
                variant="primary"
                icon={<PackageOpen />}
                className="coarse:flex-1"
                onClick={() => batch.open()}
              >
                Make today’s film
              </Button>
            </CommandTip>
          </div>
        }
      />
      <Suspense>
        {batch.isOpen && <BatchModal integrationId={integrationId} onClose={batch.close} />}
      </Suspense>
    </>
  )
}

function ShopSelect({ shops, value }: { shops: readonly Integration[]; value: string | undefined }) {
  const setParams = useSetSearchParams()
  return (
    <Select<string>
      label="Store"
      isQuiet
      icon={<Store />}
      value={value ?? (shops.length === 1 ? shops[0]._id : "")}
      onValueChange={(integrationId) => setParams({ integrationId, page: null }, { push: true })}
      options={[
        { value: "", label: "All stores" },
        ...shops.map(({ _id, name, type }) => ({ value: _id, label: `${name}, ${type}` })),
      ]}
      // With one shop there is nothing to choose, and no room on a phone.
      className={shops.length > 1 ? "min-w-0 coarse:w-full md:w-52" : "w-52 coarse:hidden"}
    />
  )
}

/** Leads a seller without orders to a store, or to a file of orders. */
export function NoShop() {
  const importing = useModalParam("addImport")
  return (
    <>
      <PageHeader title={title} description="No orders yet" />
      <EmptyState
        note={texts.noData}
        title="Connect a store to see its orders here"
        description="Their SKU and size find your artwork, and the items become a print."
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <Link to="/integrations" className={buttonVariants({ variant: "primary", size: "lg" })}>
              Go to integrations
            </Link>
            <Button size="lg" icon={<FileUp />} onClick={() => importing.open()}>
              Import a file
            </Button>
          </div>
        }
      />
    </>
  )
}

function describe(shops: readonly Integration[]): string {
  if (shops.length === 0) return "\u00a0"
  if (shops.length === 1) return syncedWords(shops[0])
  const connected = shops.filter((shop) => !isOfFiles(shop) && shop.session !== null)
  const times = connected.flatMap(({ lastSync }) => lastSync ?? []).sort()
  const [oldest] = times
  if (oldest === undefined) return syncedWords(connected.at(0) ?? shops[0])
  const some = times.length < connected.length ? `${times.length} of ` : ""
  return `${some}${plural(connected.length, "store")} synced ${whenWords(oldest)}`
}

/** Returns `at 07:01`, `yesterday, 07:01` or `2 minutes ago`. */
function whenWords(iso: string): string {
  const words = lowerFirst(formatWhen(iso))
  return /^\d\d:\d\d$/.test(words) ? `at ${words}` : words
}
