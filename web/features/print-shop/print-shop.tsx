import { useQuery } from "@tanstack/react-query"
import { useMemo } from "react"
import { z } from "zod"
import { FailureNotice, loadFailure } from "../../components/ui/failure-notice.tsx"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import { usePageMeta } from "../../lib/page-meta.ts"
import { useSearch, useSetSearchParams } from "../../lib/search-params.ts"
import { deliveryAddressesOptions } from "../integrations/delivery-calls.ts"
import { destinationsOptions } from "../sizes/destination-calls.ts"
import { sheetTemplatesOptions } from "../sizes/size-calls.ts"
import { isSetUp, printShopsOf, shopParts } from "./shop.ts"
import { ShopAside } from "./shop-aside.tsx"
import { ShopPage } from "./shop-page.tsx"
import { ShopSteps } from "./shop-steps.tsx"

const part = z.enum(shopParts).nullable().catch(null)
/**
 * `step` opens a step of the setting up, `change` a part of the page. `shop` is the template of a further
 * print shop.
 */
const searchSchema = z.object({ step: part, change: part, shop: z.string().nullable().catch(null) })

const crumb = { label: "Print shop", href: "/print-shop" }

/** Shows a print shop of the seller's: asked in steps while nothing was said about it, then as one page. */
export function PrintShop() {
  const templates = useQuery(sheetTemplatesOptions())
  const destinations = useQuery(destinationsOptions())
  const addresses = useQuery(deliveryAddressesOptions())
  const { step, change, shop: shopId } = useSearch(searchSchema)
  const setParams = useSetSearchParams()
  const shops = useMemo(
    () =>
      templates.data && destinations.data && addresses.data
        ? printShopsOf(templates.data.data, destinations.data.data, addresses.data)
        : [],
    [templates.data, destinations.data, addresses.data],
  )
  const shop = shops.find(({ template }) => template._id === shopId) ?? shops.at(0) ?? null
  const isAsked = shop !== null && (step !== null || (change === null && !isSetUp(shop)))
  usePageMeta({ crumbs: isAsked ? [crumb, { label: "Set up" }] : [crumb] })
  if (shop === null) {
    const failure = [templates, destinations, addresses].map(loadFailure).find((one) => one !== null)
    return failure ? <FailureNotice {...failure} /> : <Skeleton className="h-72 rounded-lg" />
  }
  return (
    <div className="xl:-mt-5 xl:-mr-8 xl:-mb-10 xl:flex">
      <div className="mx-auto min-w-0 max-w-200 flex-1 xl:pt-5 xl:pr-8 xl:pb-10">
        {isAsked ? (
          <ShopSteps
            key={shop.template._id}
            shop={shop}
            step={step ?? "roll"}
            onStep={(next) => setParams({ step: next, change: null }, { push: true })}
          />
        ) : (
          <ShopPage
            key={shop.template._id}
            shop={shop}
            others={shops.filter((one) => one !== shop)}
            changed={change}
            onChange={(next) => setParams({ change: next }, { push: next !== null })}
          />
        )}
      </div>
      <ShopAside shop={shop} />
    </div>
  )
}
