import type { Packing } from "../../../contract/status.ts"

/** The ways to pack as the seller reads them. */
export const packingNames: Record<Packing, string> = {
  tightest: "Tightest",
  "by-order": "By order",
  "straight-cuts": "Straight cuts",
}
