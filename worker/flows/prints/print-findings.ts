import type { Id } from "../../../contract/id.ts"
import type { PrintInk } from "../../../contract/prints/print-ink.ts"
import { databaseOf } from "../../data/database.ts"
import type { Env } from "../../env.ts"
import {
  findInk,
  type InkSettings,
  inkSettingsOf,
  ownInkSettings,
  withWorstPlaces,
} from "../artwork/find-ink.ts"

type InkPrint = { userId: Id; items: readonly { id: Id; imageId: Id; widthIn: number }[] }

/** Returns the same under the template that the print was or would be processed with. */
export async function savedPrintInk(
  env: Env,
  print: InkPrint & { sheetTemplateId: Id | null },
  { isAsked }: { isAsked: boolean },
): Promise<PrintInk> {
  const { userId, items, sheetTemplateId } = print
  if (items.length === 0) return { findings: [], notChecked: [] }
  const db = databaseOf(env)
  const last = sheetTemplateId && (await inkSettingsOf(db, userId, sheetTemplateId))
  return printInkOf(env, print, last || (await ownInkSettings(db, userId)), { isAsked })
}

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
