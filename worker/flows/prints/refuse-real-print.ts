import { ApiError } from "../../../contract/error.ts"
import type { TokenInUse } from "../../data/accounts/access-token-rows.ts"
import type { PrintRow } from "../../data/prints/print-rows.ts"

/** Refuses to make film of a real print to a test token: that would cost credits, or count as printed. */
export function refuseRealPrint({ isTest }: Pick<PrintRow, "isTest">, token: TokenInUse | undefined): void {
  if (token?.isTest && !isTest)
    throw new ApiError(
      "conflict",
      "A test token only processes prints that a test token made. Duplicate this one with the token.",
    )
}
