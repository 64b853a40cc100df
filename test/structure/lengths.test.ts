import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"

const web = fileURLToPath(new URL("../../web", import.meta.url))

/** The files that name a unit themselves, each with its reason. */
const namesUnits = new Map([
  ["features/print-shop/test-sheet.tsx", "names a picture whose ruler is in inches"],
  ["features/share/share-screen.tsx", "is read by the print shop, which has no account"],
  ["features/share/shared-print.tsx", "says both units, for the same reason"],
])

/** The ways to write a unit behind a value: `${x} in`, `{x} in`, `unit="in"`, `>in<`, and the same for cm. */
const written = [
  /\}\s(in|cm)(?=[`"'<.,;)$]|\s(of|wide|long|high|roll|shorter|less|or)\b|\s*$)/m,
  /unit="(in|cm)\b/,
  />\s*(in|cm)\s*</,
  /"(in|cm) of /,
]

test("no page writes a unit behind a length itself: lib/length.ts does", () => {
  const files = readdirSync(web, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name))
  expect(files.length).toBeGreaterThan(400)
  const found = files.flatMap((name) => {
    if (namesUnits.has(name) || name.startsWith("features/landing/")) return []
    const lines = readFileSync(`${web}/${name}`, "utf8").split("\n")
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
