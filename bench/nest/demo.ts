import { readdirSync } from "node:fs"
import { join } from "node:path"
import { fileSource, openNodeHost } from "../../cli/node-host.ts"
import { defaultSheetTemplate } from "../../contract/artwork/size.ts"
import { bytesStamp, collect } from "../../harness/bytes.ts"
import { layoutHost } from "../../harness/nest/nest-host.ts"
import { seeded } from "../../harness/seeded-random.ts"
import { pngFormat } from "../../sheet/formats/png-format.ts"
import type { Effort } from "../../sheet/layout/layout.ts"
import { type LaidOutPrint, planPrint, stampsOf } from "../../sheet/preflight/plan-print.ts"
import type { LayoutItem, LayoutTemplate } from "../../sheet/preflight/print-layout.ts"
import { inspectArtwork } from "../../sheet/raster/inspect-artwork.ts"
import { makeStamp } from "../../sheet/raster/make-stamp.ts"
import { cpuSeconds } from "./polygon-nest.ts"

const folder = join(import.meta.dirname, "../../web/assets/artwork")
export const film: LayoutTemplate = defaultSheetTemplate
/** Printed widths of the twelve, and copies: forty in all. */
const widthsIn = [10, 4, 8, 3, 12, 6, 9, 3.5, 5, 11, 7, 4.5]
const copies = [2, 5, 3, 6, 1, 4, 2, 5, 4, 1, 3, 4]

type DemoItem = LayoutItem & { file: string }

export async function demoItems(): Promise<DemoItem[]> {
  const host = await openNodeHost()
  const names = readdirSync(folder).filter((name) => name.endsWith(".svg"))
  const items: DemoItem[] = []
  for (const [i, name] of names.sort().entries()) {
    const file = join(folder, name)
    const image = await inspectArtwork(fileSource(file), host, { previewPx: 16 })
    items.push({
      file,
      image,
      widthIn: widthsIn[i],
      quantity: copies[i],
      silhouette: image.silhouette,
    })
  }
  return items
}

/**
 * Returns the film saved on the twelve demo artworks, forty copies in mixed sizes, by the layout that
 * a print gets.
 */
export async function measureDemo(effort: Effort): Promise<{ cpuSeconds: number; savedPercent: number }> {
  const items = await demoItems()
  const start = cpuSeconds()
  const plan = planSound(items, film, effort)
  const used = cpuSeconds() - start
  return { cpuSeconds: used, savedPercent: 100 * (plan.savedShare ?? 0) }
}

/**
 * Returns the film of a seeded sheet of the twelve demo artworks, 24 to 48 copies, in inches: with
 * pieces that keep out of each other's holes, with pieces that use them, and as boxes.
 */
export async function measureHoles(
  seed: number,
): Promise<{ solidIn: number; holesIn: number; boxesIn: number }> {
  const random = seeded(seed)
  const items = (await demoItems()).map((item) => ({
    ...item,
    widthIn: 3 + random(36) / 4,
    quantity: 2 + random(3),
  }))
  const solid = planSound(items, film, "balanced")
  const holes = planSound(items, { ...film, useHoles: true }, "balanced")
  return { solidIn: solid.lengthIn, holesIn: holes.lengthIn, boxesIn: solid.boxesLengthIn }
}

/** Returns the CPU time of composing the nested demo sheets, divided by that of the same as boxes. */
export async function measureCompositor(runs: number): Promise<number> {
  const items = await demoItems()
  const host = await openNodeHost()
  const nested = planSound(items, film, "quick")
  const boxes = planSound(items, { ...film, nesting: "boxes" }, "quick")
  const stamps = new Map<string, Uint8Array>()
  const compose = async (plan: LaidOutPrint) => {
    const jobs = []
    for (const sheet of plan.layout.sheets) {
      const placements = []
      for (const [i, spec] of stampsOf(sheet, items, film).entries()) {
        const { piece, x, y, widthPx, heightPx } = sheet.placements[i]
        const stamp = `${piece} ${JSON.stringify(spec)}`
        placements.push({ stamp, x, y, widthPx, heightPx })
        if (stamps.has(stamp)) continue
        stamps.set(stamp, await collect(makeStamp(fileSource(items[piece].file), "svg", spec, host)))
      }
      jobs.push({ widthPx: sheet.widthPx, lengthPx: sheet.lengthPx, dpi: film.dpi, placements })
    }
    const open = async (stamp: string) => bytesStamp(stamps.get(stamp) ?? new Uint8Array(0))
    const start = cpuSeconds()
    for (const job of jobs) for await (const _ of pngFormat.write(job, open, host));
    return cpuSeconds() - start
  }
  await compose(nested)
  await compose(boxes)
  const ratios: number[] = []
  for (let run = 0; run < runs; run++) ratios.push((await compose(nested)) / (await compose(boxes)))
  return ratios.sort((a, b) => a - b)[runs >> 1]
}

/** Returns a print's plan; throws if a piece is too large or a nest was found wrong. */
export function planSound(
  items: readonly LayoutItem[],
  template: LayoutTemplate,
  effort: Effort,
  onBetter?: (plan: LaidOutPrint) => void,
): LaidOutPrint {
  const plan = planPrint(items, template, layoutHost, { effort, onBetter })
  if (plan.kind === "too-large") throw new Error("an artwork is too large")
  if (plan.violations.length > 0) throw new Error(plan.violations.join("; "))
  return plan
}
