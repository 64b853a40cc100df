import { Link } from "@tanstack/react-router"
import type { PrintSummary } from "../../../contract/prints/print.ts"
import { reasonWords } from "../../../contract/prints/remake-words.ts"
import { lowerFirst, shortId } from "../../lib/format.ts"

/** Says that a print makes pieces again, why, and which print they were in first. */
export function RemakeNote({ print: { remakeReason, remakeOf, remakeOfName } }: { print: PrintSummary }) {
  if (remakeReason === null) return null
  return (
    <p className="mt-2 text-sm text-ink-2">
      A remake ({lowerFirst(reasonWords[remakeReason])}) of{" "}
      {remakeOf === null ? (
        "a print that was deleted"
      ) : (
        <Link
          to="/prints/$printId"
          params={{ printId: remakeOf }}
          className="font-[550] text-accent-ink underline underline-offset-3"
        >
          {remakeOfName || `print ${shortId(remakeOf)}`}
        </Link>
      )}
      . Its orders do not change.
    </p>
  )
}
