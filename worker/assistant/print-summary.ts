import { lengthText } from "../../contract/length.ts"
import type { LayoutDocument } from "../../contract/prints/layout.ts"
import type { LayoutReply, Print } from "../../contract/prints/print.ts"
import { type Api, ApiRefusal, type AssistantCaller } from "./api.ts"
import { signConfirmation } from "./confirmation.ts"
import { sheetPlan } from "./sheet-plan.ts"
import { counted, MAX_PICTURES, type ToolAnswer } from "./tool.ts"

/** Returns what a draft would take, in words for the seller, and the confirmation for exactly that. */
export async function summaryOf(printId: string, api: Api, caller: AssistantCaller): Promise<ToolAnswer> {
  const layout = await api.post<LayoutReply>(`/prints/${printId}/layout`, {})
  // Read after it was laid out: what is confirmed is what was laid out, or something else has changed it since.
  const print = await api.get<Print>(`/prints/${printId}`)
  if (caller.isTest && !print.isTest)
    throw new ApiRefusal("A test token prints what it has made alone. Prepare a print of your own with it.")
  const { credits, lengthIn, sheets, copies, warnings } = layout
  const confirmation = await signConfirmation(caller, { printId, proof: await proofOf(print, layout) })
  const price = print.isTest ? "It is a test and costs nothing" : `It takes ${counted(credits, "credit")}`
  const lines = [
    `${print.name}: ${counted(copies, "piece")} on ${counted(sheets.length, "sheet")}, ${lengthText(lengthIn, "in")} of film.`,
    `${price}. Nothing is spent until you confirm.`,
    ...new Set(warnings.map(({ message }) => message)),
  ]
  return {
    text: lines.join("\n"),
    pictures: sheets.slice(0, MAX_PICTURES).map(sheetPlan),
    data: {
      printId,
      name: print.name,
      copies,
      sheets: sheets.length,
      filmIn: lengthIn,
      credits,
      isTest: caller.isTest,
      confirmation,
    },
  }
}

/** Returns a digest of all that a print's price comes from, and of the film that it takes by this layout. */
export async function proofOf(
  { printItems, sheetTemplateId, labels }: Print,
  { sheets }: Pick<LayoutDocument, "sheets">,
): Promise<string> {
  const items = printItems.map(({ _id, imageId, sizeId, quantity, values }) => [
    ...[_id, imageId?._id, sizeId?._id, sizeId?.value, quantity],
    Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)),
  ])
  const film = sheets.map(({ lengthPx }) => lengthPx)
  const bytes = new TextEncoder().encode(JSON.stringify([items, sheetTemplateId, labels, film]))
  return [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("")
}
