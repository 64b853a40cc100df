/** An order's way from the shop to its buyer, in this order. A cancelled order has no step. */
export const orderSteps = ["to-do", "on-film", "pressed", "shipped"] as const
export type OrderStep = (typeof orderSteps)[number]

/** The steps of open orders. How many were ever shipped is counted nowhere: their number only grows. */
export const openSteps = ["to-do", "on-film", "pressed"] as const satisfies OrderStep[]
export type OpenStep = (typeof openSteps)[number]

/** The filters of orders by their step; `open` lists every step before the last. */
export const orderStepFilters = ["open", ...orderSteps] as const
export type OrderStepFilter = (typeof orderStepFilters)[number]
