import { type OrderStep, orderSteps } from "./order-step.ts"

/** The words of the steps, wherever a person reads them. */
export const stepWords: Record<OrderStep, string> = {
  "to-do": "To do",
  "on-film": "On film",
  pressed: "Pressed",
  shipped: "Shipped",
}

/** Returns the earliest of these steps, which is the next thing to do for all of them. */
export function earliestStep(steps: readonly (OrderStep | null)[]): OrderStep | null {
  return orderSteps.find((step) => steps.includes(step)) ?? null
}
