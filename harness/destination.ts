import { type DestinationInput, usualDestination } from "../contract/delivery/destination.ts"

/** Returns an own destination, as a call sends it. */
export function destinationOf(change: Partial<DestinationInput> = {}): DestinationInput {
  return {
    ...usualDestination,
    name: "Press",
    maxLengthIn: 100,
    white: { ...usualDestination.white, chokePx: 1 },
    contour: { ...usualDestination.contour, beside: ["svg"] },
    ...change,
  }
}
