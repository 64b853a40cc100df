import type { ImageInk } from "../../../contract/api/ink-api.ts"
import type { Mend } from "../../../contract/artwork/mend.ts"
import { unknown } from "../../../contract/error.ts"
import type { Id } from "../../../contract/id.ts"
import { type PrintInk, type PrintInkSum, willInkShow } from "../../../contract/prints/print-ink.ts"
import { databaseOf } from "../../data/database.ts"
import { listItems } from "../../data/prints/print-item-rows.ts"
import { findPrint } from "../../data/prints/print-rows.ts"
import type { Env } from "../../env.ts"
import {
  findInk,
  findInkUnder,
  type InkSettings,
  inkSettingsOf,
  withWorstPlaces,
} from "../artwork/find-ink.ts"

type InkItem = { id: Id; imageId: Id; widthIn: number; shopMends?: readonly Mend[] | undefined }
type InkPrint = { userId: Id; items: readonly InkItem[] }

/** Returns the same under the template that the print was or would be processed with. */
export async function savedPrintInk(
  env: Env,
  print: InkPrint & { sheetTemplateId: Id | null },
  { isAsked }: { isAsked: boolean },
): Promise<PrintInk> {
  const { userId, items, sheetTemplateId } = print
  if (items.length === 0) return { findings: [], notChecked: [] }
  return printInkFrom(
    items,
    await findInkUnder(env, { userId, items }, { sheetTemplateId, isMeant: false }, { isAsked }),
  )
}

/** Returns what is known of the ink of a print's items, and which are not checked; new ones are queued if `isAsked`. */
export async function printInkOf(
  env: Env,
  print: InkPrint,
  settings: InkSettings,
  { isAsked }: { isAsked: boolean },
): Promise<PrintInk> {
  return printInkFrom(print.items, await findInk(env, print, settings, { isAsked }))
}

function printInkFrom(items: InkPrint["items"], inks: readonly (ImageInk | null)[]): PrintInk {
  return {
    findings: items.flatMap(({ id: itemId }, i) => {
      const ink = inks[i]
      return ink ? withWorstPlaces(ink).findings.map((finding) => ({ itemId, ...finding })) : []
    }),
    notChecked: items.flatMap(({ id: itemId }, i): PrintInk["notChecked"] => {
      const ink = inks[i]
      if (ink?.state === "ready") return ink.notChecked.map((part) => ({ itemId, ...part }))
      return [{ itemId, code: null, reason: ink?.reason ?? null }]
    }),
  }
}

/** Returns what will show of several prints' ink, in short; new checks are queued. Prints that are gone are left out. */
export async function sumPrintsInk(
  env: Env,
  userId: Id,
  { printIds, sheetTemplateId }: { printIds: readonly Id[]; sheetTemplateId?: Id | undefined },
): Promise<PrintInkSum[]> {
  const db = databaseOf(env)
  const settings = sheetTemplateId && (await inkSettingsOf(db, userId, sheetTemplateId))
  if (settings === null) throw unknown("sheet template")
  const sums: PrintInkSum[] = []
  for (const _id of new Set(printIds)) {
    const print = await findPrint(db, userId, _id)
    if (!print) continue
    const items = (await listItems(db, _id)).flatMap(({ id, image, size, quantity, shopMends }) =>
      image && size ? [{ id, imageId: image.id, widthIn: size.valueIn, quantity, shopMends }] : [],
    )
    const wanted = { userId, items, sheetTemplateId: print.sheetTemplateId }
    const { findings, notChecked } = await (settings
      ? printInkOf(env, wanted, settings, { isAsked: true })
      : savedPrintInk(env, wanted, { isAsked: true }))
    const shown = findings.filter(willInkShow)
    const showing = new Set(shown.map(({ itemId }) => itemId))
    sums.push({
      _id,
      pieces: items.reduce((sum, { id, quantity }) => sum + (showing.has(id) ? quantity : 0), 0),
      codes: [...new Set(shown.map(({ code }) => code))],
      isWaiting: notChecked.some(({ reason }) => reason === null),
    })
  }
  return sums
}
