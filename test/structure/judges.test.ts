import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { asksJudges, lackingPackages } from "../../harness/formats/judges.ts"
import { lastLine } from "../../scripts/last-line.ts"

const all = [
  "ghostscript",
  "poppler-utils",
  "mupdf-tools",
  "qpdf",
  "libtiff-tools",
  "libvips-tools",
  "pngcheck",
  "liblcms2-utils",
]

test("readers that are missing fail their tests in CI; elsewhere they are left out and the last line says it", () => {
  const folder = mkdtempSync(join(tmpdir(), "sheetsmith-judges-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  expect(lackingPackages(folder)).toEqual(all)
  expect([asksJudges({ PATH: folder }), asksJudges({ PATH: folder, CI: "true" })]).toEqual([false, true])
  const counted = { passed: 1349, failed: [], skipped: 12, skippedBenches: [] }
  expect(lastLine(counted, lackingPackages(folder))).toBe(
    `1349 passed, 0 failed, 12 skipped and others shortened: readers of print files are missing (apt-get install ${all.join(" ")})`,
  )
  for (const program of ["gs", "pdftoppm", "mutool", "qpdf", "tiffcp", "vips", "pngcheck", "transicc"])
    writeFileSync(join(folder, program), "")
  expect([lackingPackages(folder), asksJudges({ PATH: folder })]).toEqual([[], true])
  expect(lastLine({ ...counted, skipped: 0 }, [])).toBe("1349 passed, 0 failed")
  expect(lastLine(counted, [])).toBe("1349 passed, 0 failed, 12 long ones left to --all")
  const benches = { ...counted, skipped: 0, skippedBenches: ["files"] }
  expect(lastLine(benches, [])).toBe("1349 passed, 0 failed, bench files skipped")
})

test("the last line names what failed", () => {
  const counted = { passed: 1384, skipped: 0, skippedBenches: [] }
  expect(lastLine({ ...counted, failed: ["format and lint"] }, [])).toBe(
    "1384 passed, 1 failed (format and lint)",
  )
  const many = ["a", "b", "c", "d", "e", "f", "g"]
  expect(lastLine({ ...counted, failed: many }, [])).toBe("1384 passed, 7 failed (a, b, c, d, e and 2 more)")
})
