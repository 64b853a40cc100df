import type { DestinationInput } from "../contract/delivery/destination.ts"

/** Returns an own destination, as a call sends it. */
export function destinationOf(change: Partial<DestinationInput> = {}): DestinationInput {
  return {
    name: "Press",
    formats: ["png"],
    maxLengthIn: 100,
    dpi: 300,
    mirror: false,
    white: { isOn: false, chokePx: 1, name: "White" },
    contour: {
      isOn: false,
      offsetIn: 0.06,
      corners: "round",
      name: "CutContour",
      islands: false,
      holes: false,
      smallestHoleIn: 0.1,
      beside: ["svg"],
      marks: null,
    },
    fileName: "{date}-{print}-{sheet}-{length}in",
    ...change,
  }
}
