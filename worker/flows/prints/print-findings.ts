import type { Id } from "../../../contract/id.ts"
import type { PrintInk } from "../../../contract/prints/print.ts"
import type { Env } from "../../env.ts"
import { findInk, type InkSettings, withWorstPlaces } from "../artwork/find-ink.ts"

type InkPrint = { userId: Id; items: readonly { id: Id; imageId: Id; widthIn: number }[] }

/** Returns what is known of the ink of a print's items, and which are not checked; new ones are queued if `isAsked`. */
export async function printInkOf(
  env: Env,
  print: InkPrint,
  settings: InkSettings,
  { isAsked }: { isAsked: boolean },
): Promise<PrintInk> {
  const { items } = print
  const inks = await findInk(env, print, settings, { isAsked })
  return {
    findings: items.flatMap(({ id: itemId }, i) => {
      const ink = inks[i]
      return ink ? withWorstPlaces(ink).findings.map((finding) => ({ itemId, ...finding })) : []
    }),
    notChecked: items.flatMap(({ id: itemId }, i) => {
      const ink = inks[i]
      return ink?.state === "ready" ? [] : [{ itemId, reason: ink?.reason ?? null }]
    }),
  }
}
