import { spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import sharp from "sharp"
import { expect } from "vitest"
import { longTest } from "../../harness/long-test.ts"
import { artworkLike } from "../../harness/raw-pictures.ts"

const script = fileURLToPath(new URL("../../scripts/sheet.ts", import.meta.url))

function run(...args: string[]) {
  return spawnSync(process.execPath, [script, ...args], {
    encoding: "utf8",
    env: { ...process.env, NODE_NO_WARNINGS: "1" },
  })
}

longTest("the command line lays out, writes sheets and their layout, and names unusable files", async () => {
  const dir = mkdtempSync(join(tmpdir(), "sheetsmith-cli-"))
  try {
    const png = sharp(artworkLike(200, 100, 1), { raw: { width: 200, height: 100, channels: 4 } }).png()
    writeFileSync(join(dir, "art.png"), await png.toBuffer())
    writeFileSync(join(dir, "notes.txt"), "not a picture")
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2"><rect width="4" height="2" fill="#c02040"/></svg>'
    writeFileSync(join(dir, "box.svg"), svg)
    const job = (items: object[]) => {
      const template = { widthIn: 4, maxLengthIn: 4, edgeIn: 0.1, gapIn: 0.1, dpi: 100, trim: false }
      writeFileSync(join(dir, "job.json"), JSON.stringify({ template, items }))
      return run(join(dir, "job.json"), "--out", join(dir, "out"))
    }

    const refused = job([
      { file: "art.png", widthIn: 2, quantity: 1 },
      { file: "notes.txt", widthIn: 2, quantity: 1 },
      { file: "gone.png", widthIn: 2, quantity: 1 },
    ])
    expect(refused.status).toBe(1)
    const lines = refused.stderr.trim().split("\n")
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(/^notes\.txt: .*not a picture/)
    expect(lines[1]).toBe("gone.png: there is no such file")
    expect(job([{ file: "art.png", widthIn: 9, quantity: 1 }]).stderr).toMatch(/^art\.png: .*fits no sheet/)
    expect(job([{ file: "art.png", widthIn: 2, quantity: 0 }]).stderr).toContain("items.0.quantity")
    expect(existsSync(join(dir, "out"))).toBe(false)

    const labelled = {
      widthIn: 4,
      maxLengthIn: 4,
      edgeIn: 0.1,
      gapIn: 0.1,
      dpi: 100,
      trim: false,
      rotate: false,
      labels: true,
    }
    const items = [{ file: "box.svg", widthIn: 1.5, quantity: 3, label: "#1042 Box" }]
    writeFileSync(join(dir, "labels.json"), JSON.stringify({ template: labelled, items }))
    expect(run(join(dir, "labels.json"), "--out", join(dir, "labelled")).stderr).toBe("")
    const [{ lengthPx, placements }] = JSON.parse(
      readFileSync(join(dir, "labelled", "layout.json"), "utf8"),
    ).sheets
    const inked = await sharp(join(dir, "labelled", "sheet-1.png"))
      .raw()
      .toBuffer()
    expect(inked.length).toBe(lengthPx * 400 * 4)
    for (const { x, y, width, height } of placements) {
      const foot = inked.subarray((y + height) * 400 * 4, (y + height + 15) * 400 * 4)
      const black = Array.from(
        { length: 15 * width },
        (_, i) => foot[(Math.floor(i / width) * 400 + x + (i % width)) * 4 + 3],
      )
      expect(black.filter((alpha) => alpha > 100).length).toBeGreaterThan(50)
    }

    const done = job([
      { file: "art.png", widthIn: 2, quantity: 5 },
      { file: "box.svg", widthIn: 1.5, quantity: 2 },
    ])
    expect(done.stderr).toBe("")
    expect(done.status).toBe(0)
    const { sheets } = JSON.parse(readFileSync(join(dir, "out", "layout.json"), "utf8"))
    const copies = sheets.flatMap(({ placements }: { placements: { item: number; copy: number }[] }) =>
      placements.map(({ item, copy }) => `${item}.${copy}`),
    )
    expect(copies.sort()).toEqual(["0.0", "0.1", "0.2", "0.3", "0.4", "1.0", "1.1"])
    const formats = run(join(dir, "job.json"), "--out", join(dir, "formats"), "--format", "pdf,tiff")
    expect(formats.stderr).toBe("")
    expect(readdirSync(join(dir, "formats"))).toEqual([
      "layout.json",
      ...["sheet-1.pdf", "sheet-1.tiff", "sheet-2.pdf", "sheet-2.tiff"],
    ])
    const [sheetPng, sheetTiff] = await Promise.all(
      [join(dir, "out", "sheet-1.png"), join(dir, "formats", "sheet-1.tiff")].map((file) =>
        sharp(file, { ignoreIcc: true }).raw().toBuffer(),
      ),
    )
    expect(Buffer.compare(sheetPng, sheetTiff)).toBe(0)
    const contour = { offsetIn: 0.04, name: "Thru-cut", beside: ["svg", "dxf"] }
    const cut = { ...labelled, labels: false, gapIn: 0.2, formats: ["pdf"], contour }
    writeFileSync(join(dir, "cut.json"), JSON.stringify({ template: cut, items }))
    expect(run(join(dir, "cut.json"), "--out", join(dir, "cut")).stderr).toBe("")
    expect(readdirSync(join(dir, "cut"))).toEqual([
      "layout.json",
      "sheet-1.dxf",
      "sheet-1.pdf",
      "sheet-1.svg",
    ])
    const [messages] = JSON.parse(readFileSync(join(dir, "cut", "layout.json"), "utf8")).sheets
    expect(messages.beside).toEqual(["sheet-1.svg", "sheet-1.dxf"])
    // Three boxes of 1.5 × 0.75 in, each with a line 0.04 in and a little more away.
    expect(messages.contourLengthIn).toBeGreaterThan(3 * (4.5 + 0.25))
    expect(messages.contourLengthIn).toBeLessThan(3 * (4.5 + 0.35))
    expect(readFileSync(join(dir, "cut", "sheet-1.svg"), "utf8")).toContain('id="Thru-cut"')
    const wide = { ...cut, contour: { ...contour, offsetIn: 0.2 } }
    writeFileSync(join(dir, "wide.json"), JSON.stringify({ template: wide, items }))
    expect(run(join(dir, "wide.json"), "--out", join(dir, "wide")).stderr).toMatch(
      /^The cut line would leave the film/,
    )

    expect(run(join(dir, "job.json"), "--out", join(dir, "formats"), "--format", "bmp").stderr).toMatch(
      /^Usage:/,
    )
    const checked = run(join(dir, "job.json"), "--check", "--json")
    expect(checked.stderr).toBe("")
    const checkedItems = JSON.parse(checked.stdout).items
    expect(checkedItems[0]).toMatchObject({
      file: "art.png",
      findings: expect.arrayContaining([expect.objectContaining({ code: "low-dpi" })]),
    })
    expect(checkedItems[1]).toEqual({ file: "box.svg", widthIn: 1.5, findings: [] })
    expect(run(join(dir, "job.json"), "--check").stdout).toContain("box.svg at 1.5 in: nothing to look at")
    const pressed = run(join(dir, "job.json"), "--check", "--press", join(dir, "art.png"))
    expect(pressed.stderr.trim()).toBe(`${join(dir, "art.png")}: is no profile that a press prints by`)
    // A half of the box is as high as it is wide; an item's own mends, none here, go before those for all.
    const crop = { kind: "crop", x: 0, y: 0, width: 500, height: 1000 }
    const border = { kind: "outline", mm: 1, colour: "#ffffff" }
    writeFileSync(join(dir, "mends.json"), JSON.stringify([crop]))
    const halved = [
      { file: "box.svg", widthIn: 1, quantity: 1 },
      { file: "box.svg", widthIn: 1, quantity: 1, mends: [] },
      // A border of a millimetre is 4 pixels of 100 DPI, whatever the width.
      { file: "box.svg", widthIn: 1, quantity: 1, mends: [border] },
      { file: "box.svg", widthIn: 2, quantity: 1, mends: [border] },
    ]
    writeFileSync(join(dir, "halved.json"), JSON.stringify({ template: cut, items: halved }))
    const mendsFile = join(dir, "mends.json")
    expect(run(join(dir, "halved.json"), "--out", join(dir, "halved"), "--mends", mendsFile).stderr).toBe("")
    const [half] = JSON.parse(readFileSync(join(dir, "halved", "layout.json"), "utf8")).sheets
    const sizes = half.placements.map((box: Record<string, number>) => [box.item, box.width, box.height])
    expect(sizes.sort()).toEqual([
      [0, 100, 100],
      [1, 100, 50],
      [2, 100, 54],
      [3, 200, 104],
    ])
    writeFileSync(mendsFile, JSON.stringify([{ ...crop, height: 0 }]))
    expect(run(join(dir, "halved.json"), "--check", "--mends", mendsFile).stderr).toContain(
      "mends.json: 0.height",
    )
    expect(run(join(dir, "job.json"), "--check", "--out", join(dir, "both")).stderr).toMatch(/^Usage:/)
    for (const [i, sheet] of sheets.entries()) {
      const image = sharp(join(dir, "out", `sheet-${i + 1}.png`))
      expect(await image.metadata()).toMatchObject({ width: 400, height: sheet.lengthPx, density: 100 })
      const pixels = await image.raw().toBuffer()
      for (const { item, x, y, width, height } of sheet.placements) {
        if (item !== 1) continue
        const centre = ((y + (height >> 1)) * 400 + x + (width >> 1)) * 4
        expect([...pixels.subarray(centre, centre + 4)]).toEqual([0xc0, 0x20, 0x40, 255])
      }
    }
  } finally {
    rmSync(dir, { recursive: true })
  }
})
