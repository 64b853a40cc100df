import { DAY_MS } from "../../contract/duration.ts"
import { orderStepFilters } from "../../contract/orders/order-step.ts"
import { shipByFilters } from "../../contract/orders/ship-by.ts"
import { fulfilmentFilters } from "../../contract/orders/shipment.ts"
import { orderStatuses, printStatuses, printTypes } from "../../contract/status.ts"

/** The ids of things that lists are narrowed to. */
type Known = { category: string; imageId: string; printId: string }

/**
 * Returns all requests that the screens can make of a list; pages of the largest size they offer, and
 * the last page too.
 */
export function listsOf({ category, imageId, printId }: Known, nowMs: number): string[] {
  const day = (ago: number) => new Date(nowMs - ago * DAY_MS).toISOString().slice(0, 10)
  const month = `startDate=${day(60)}&endDate=${day(30)}`
  const both = ["asc", "desc"]
  const images = ["createdAt", "name", "score", "usedInPrint"].flatMap((by) =>
    both.flatMap((sort) =>
      ["", `&imageCategory=${category}`, `&imageCategory=${category}&search=cat`].map(
        (filter) => `/images?limit=100&sortBy=${by}&sort=${sort}${filter}`,
      ),
    ),
  )
  const filters = [
    ...printStatuses.map((status) => `&status=${encodeURIComponent(status)}`),
    ...printTypes.map((type) => `&type=${type}`),
    `&${month}`,
    `&dateType=printedAt&${month}`,
    `&status=Completed&type=Etsy&${month}`,
    "&search=moth",
    "&search=vintage-cat-77",
    "&search=no-such-name",
    "&status=Deleted&search=taco",
    "&search=processing",
    "&search=14%20copies",
    "&search=12",
    "&search=8%20nov",
  ].map((filter) => `/prints?limit=100${filter}`)
  const sorts = ["createdAt", "printedAt", "status", "type", "_id"].flatMap((by) =>
    both.flatMap((sort) =>
      ["", "&status=Completed", `&${month}`, "&search=moth"].map(
        (filter) => `/prints?limit=100&sortBy=${by}&sort=${sort}${filter}`,
      ),
    ),
  )
  return [
    "/images?limit=50",
    ...images,
    "/images?limit=50&page=100",
    "/images?limit=100&search=cat",
    "/images?limit=100&search=no-such-name",
    "/image-categories?limit=999&sortBy=name&sort=asc",
    "/sizes?limit=999&sortBy=value",
    "/sizes?limit=100&sortBy=name&search=3",
    "/sheet-templates?limit=999",
    "/prints",
    ...filters,
    ...sorts,
    "/prints?limit=100&page=200",
    "/prints?limit=100&page=200&sortBy=status",
    `/prints?limit=5&imageId=${imageId}`,
    `/prints/${printId}`,
    "/statistics",
    ...ordersOf(printId),
  ]
}

function ordersOf(printId: string): string[] {
  const due = shipByFilters.flatMap((filter) => [
    `/orders?limit=100&shipBy=${filter}`,
    `/orders?limit=100&shipBy=${filter}&sortBy=shipBy&sort=asc`,
  ])
  const sorts = ["asc", "desc"].map((sort) => `/orders?limit=100&sortBy=shipBy&sort=${sort}`)
  const steps = orderStepFilters.map((step) => `/orders?limit=100&step=${step}&sortBy=step&sort=asc`)
  return [
    "/orders?limit=100",
    "/orders?limit=100&sortBy=step&sort=asc",
    ...steps,
    ...sorts,
    ...due,
    ...["unmatched", "doubtful", "changed", "needsYou"].map((filter) => `/orders?limit=100&${filter}=true`),
    "/orders?limit=100&needsYou=true&sortBy=step&sort=asc",
    ...fulfilmentFilters.map((filter) => `/orders?limit=100&fulfilment=${filter}`),
    `/orders?limit=100&printId=${printId}`,
    `/orders?limit=100&printId=${printId}&sortBy=step&sort=asc`,
    ...orderStatuses.map(
      (status) => `/orders?limit=100&status=${encodeURIComponent(status)}&sortBy=step&sort=asc`,
    ),
    "/orders/summary",
    "/today",
    "/autopilot-offer",
  ]
}

/** The reasons for which a list may read all rows that an account has of a table that grows. */
const reasons: [list: RegExp, reason: string][] = [
  [/^\/images\b/, "a library has a limit, and a category may be most of it"],
  [/[?&]search=/, "the words may be in any row"],
  [/[?&]status=Completed\b/, "most rows are completed, so a page along the sort is soon full"],
  [
    /^\/(prints|orders)(\?((limit|page|sortBy|sort)=\w+&?)*)?$/,
    "nothing narrows it, and its pages are numbered",
  ],
]

/** Returns the reason for which this list may read all of an account; null if it may not. */
export function reasonFor(list: string): string | null {
  return reasons.find(([known]) => known.test(list))?.[1] ?? null
}
