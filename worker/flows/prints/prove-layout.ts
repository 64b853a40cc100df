import { ApiError } from "../../../contract/error.ts"
import type { LayoutDocument } from "../../../contract/prints/layout.ts"
import { finishPausing } from "../../../sheet/in-steps.ts"
import { violationText } from "../../../sheet/layout/check/violation.ts"
import { type DocumentViolation, proveDocumentInSteps } from "../../../sheet/preflight/layout-document.ts"
import type { LaidOutPrint } from "../../../sheet/preflight/plan-print.ts"
import type { Env } from "../../env.ts"
import { rest } from "../../isolate/rest.ts"
import { layoutHost } from "../../layout-host.ts"
import { type Printable, withSilhouettes } from "./read-printable.ts"

/**
 * Returns the print as a document lays it out, proved. Throws `layout-invalid` with all of its
 * problems. `printable` is read with the document's template and packing.
 */
export async function proveLayout(
  env: Env,
  printable: Printable,
  document: LayoutDocument,
  known: { boxesLengthIn?: number } = {},
): Promise<LaidOutPrint> {
  const { items, template } = await withSilhouettes(env, printable)
  const steps = proveDocumentInSteps(items, template, document, { host: layoutHost, ...known })
  const proof = await finishPausing(steps, rest)
  if (proof.kind === "planned") return proof
  const { violations } = proof
  throw new ApiError("layout-invalid", `This layout cannot be printed: ${textOf(violations)}.`, {
    violations,
  })
}

function textOf([first, ...others]: readonly DocumentViolation[]): string {
  const text =
    first.code === "missing"
      ? `${first.copies?.length} copies of an item are not on any sheet`
      : violationText(first)
  return others.length === 0 ? text : `${text}, and ${others.length} more`
}
