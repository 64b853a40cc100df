import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { openNodeHost } from "../../../cli/node-host.ts"
import { compareSheet, findings } from "../../../harness/formats/compare-sheet.ts"
import { hasJudges } from "../../../harness/formats/judges.ts"
import { seededPrint } from "../../../harness/formats/seeded-print.ts"
import type { FormatJob } from "../../../sheet/formats/sheet-format.ts"

const judged = test.skipIf(!hasJudges)

/** The number of prints; `npm run bench -- files` compares 200. */
const SEEDS = [3, 4, 8, 9, 10]

judged(
  "seeded prints are the PNG pixel for pixel in Ghostscript, Poppler, MuPDF, libtiff and libvips",
  async () => {
    const host = await openNodeHost()
    const scratch = mkdtempSync(join(tmpdir(), "sheetsmith-formats-"))
    const seen: FormatJob[] = []
    try {
      for (const seed of SEEDS) {
        const { sheets, openStamp } = await seededPrint(seed, host)
        for (const [i, job] of sheets.entries()) {
          const differences = await compareSheet(job, openStamp, host, join(scratch, `${seed}-${i}`))
          expect(findings(differences), `print ${seed}, sheet ${i + 1}`).toEqual([])
          seen.push(job)
        }
      }
    } finally {
      rmSync(scratch, { recursive: true })
    }
    // The kinds that the seeds have to contain.
    const placements = seen.flatMap((job) => job.placements)
    const labels = seen.flatMap((job) => job.labels ?? [])
    expect(new Set(placements.map(({ design }) => design?.turn)).size).toBeGreaterThan(1)
    expect(labels.some(({ mirror }) => mirror) && labels.some(({ mirror }) => !mirror)).toBe(true)
    expect(labels.some(({ rotated, code }) => rotated && code)).toBe(true)
    expect(new Set(seen.map(({ dpi }) => dpi)).size).toBe(2)
    expect(Math.max(...seen.map((job) => job.placements.length))).toBeGreaterThan(100)
    expect(seen.some(haveOverlappingBoxes)).toBe(true)
    expect(placements.filter(({ stamp }) => stamp.startsWith("text over")).length).toBeGreaterThan(3)
  },
)

/** Returns the pieces that were nested by their shapes. */
function haveOverlappingBoxes({ placements }: FormatJob): boolean {
  return placements.some((a, i) =>
    placements
      .slice(i + 1)
      .some(
        (b) =>
          a.x < b.x + b.widthPx && b.x < a.x + a.widthPx && a.y < b.y + b.heightPx && b.y < a.y + a.heightPx,
      ),
  )
}
