import { ApiError } from "../contract/error.ts"
import type { TokenInUse } from "./data/accounts/access-token-rows.ts"
import type { PrintRow } from "./data/prints/print-rows.ts"

/**
 * Refuses a change of a real print to a test token: its film costs credits and counts as printed, and its sheets may be
 * with a print shop.
 */
export function refuseRealPrint({ isTest }: Pick<PrintRow, "isTest">, token: TokenInUse | undefined): void {
  if (token?.isTest && !isTest)
    throw new ApiError(
      "conflict",
      "A test token only changes and processes prints that a test token made. Duplicate this one with the token.",
    )
}
