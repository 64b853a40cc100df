/** The names of the plans, which accounts have in their rows. */
export const planNames = ["standard", "volume"] as const
export type PlanName = (typeof planNames)[number]

type Plan = {
  /** The sheets a month that its limits admit, also where the busiest hour has four times the average. */
  sheetsAMonth: number
  /** The calls of each kind in an hour, as a multiple of the usual ones (worker/rate-limit.ts). */
  callTimes: number
  /** The prints that are made at the same time; further ones wait for their turn. */
  printsAtOnce: number
  /** The light prints that pass by those of all accounts that have more under way. */
  shortPrintsAtOnce: number
  /** The new images that are read at the same time. */
  imagesAtOnce: number
}

/** The limits of each plan; an admin gives an account its plan. */
export const plans: Record<PlanName, Plan> = {
  standard: {
    sheetsAMonth: 100_000,
    callTimes: 1,
    printsAtOnce: 8,
    shortPrintsAtOnce: 2,
    imagesAtOnce: 8,
  },
  volume: {
    sheetsAMonth: 1_000_000,
    callTimes: 10,
    printsAtOnce: 32,
    shortPrintsAtOnce: 4,
    imagesAtOnce: 32,
  },
}
