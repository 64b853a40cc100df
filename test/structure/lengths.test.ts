import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** The files that name a unit themselves, each with its reason. */
const namesUnits = new Map([
  ["web/features/print-shop/test-sheet.tsx", "names a picture whose ruler is in inches"],
  ["web/features/share/share-screen.tsx", "is read by the print shop, which has no account"],
  ["web/features/share/shared-files.tsx", "says both units, for the same reason"],
])

/** The ways to write a unit behind a value: `${x} in`, `{x} in`, `unit="in"`, `>in<`, and the same for cm. */
const written = [
  /\}\s(in|cm)(?=[`"'<.,;)$]|\s(of|wide|long|high|roll|shorter|less|or|across|down)\b|\s*$)/m,
  /unit="(in|cm)\b/,
  />\s*(in|cm)\s*</,
  /"(in|cm) of /,
]

test("no page, mail or file writes a unit behind a length itself: contract/length.ts does", () => {
  const files = ["web", "worker"].flatMap((folder) =>
    readdirSync(`${root}/${folder}`, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`),
  )
  expect(files.length).toBeGreaterThan(800)
  const found = files.flatMap((name) => {
    if (namesUnits.has(name) || name.startsWith("web/features/landing/")) return []
    const lines = readFileSync(`${root}/${name}`, "utf8").split("\n")
    return lines.flatMap((line, i) =>
      written.some((pattern) => pattern.test(line)) ? [`${name}:${i + 1}: ${line.trim()}`] : [],
    )
  })
  expect(found).toEqual([])
})

test("a unit that is written behind a value is found", () => {
  for (const line of [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what a page would have
    "`${formatCount(lengthIn)} in of film`",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the same
    "`at ${place} in${onSheet}`",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the same
    "`${xIn} in across`",
    "<b>{lengthIn} in</b>",
    '<Figure label="Film" unit="in">',
    '<span className="text-ink-3">in</span>',
  ])
    expect(
      written.some((pattern) => pattern.test(line)),
      line,
    ).toBe(true)
  expect(written.some((pattern) => pattern.test("<p>{count} in the queue</p>"))).toBe(false)
})
