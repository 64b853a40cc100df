import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"
import { plans } from "../../contract/accounts/plan.ts"
import { HOUR_MS } from "../../contract/duration.ts"
import { rateRules } from "../../worker/rate-limit.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

test("a limit that a sentence names stands in contract/limit.ts, and the sentence has it from there", () => {
  const files = globSync("{contract,worker,web}/**/*.{ts,tsx}", { cwd: root })
  const elsewhere = files.flatMap((file) => {
    const source = readFileSync(join(root, file), "utf8").replaceAll(/\/\*.*?\*\//gs, "")
    const imported = source.match(/import \{([^}]*)\} from "[./]*(?:contract\/)?limit\.ts"/)?.[1] ?? ""
    const named = source.matchAll(
      /(?:at most|at least|more than|up to)[^`"]*?\$\{[^}]*?\b((?:MAX|MIN)_[A-Z_]+)/gi,
    )
    const written = source.matchAll(/["`][^"`\n]*\b(?:at (?:most|least)) (\d[\d,]+)\b/gi)
    return [...named, ...written]
      .map(([, name]) => name)
      .filter((name) => !imported.match(/\w+/g)?.includes(name))
      .map((name) => `${file}: ${name}`)
  })
  expect(files.length).toBeGreaterThan(800)
  expect(elsewhere).toEqual([])
})

test("the limits of a plan admit the sheets that it sells, each a print of its own, also in its busiest hour", () => {
  /** The calls that a sheet takes, and the time of a print of one sheet: layout, stamps, sheet and waits. */
  const aSheet = [rateRules.draftByAccount, rateRules.processByAccount, rateRules.changeByAccount]
  const PRINT_S = 12
  for (const [name, { sheetsAMonth, callTimes, printsAtOnce }] of Object.entries(plans)) {
    const busiest = (sheetsAMonth / (30 * 24)) * 4
    for (const rule of aSheet)
      expect((rule.limit * callTimes * HOUR_MS) / rule.windowMs, `${name}: ${rule.name}`).toBeGreaterThan(
        busiest,
      )
    expect((printsAtOnce * 3_600) / PRINT_S, name).toBeGreaterThan(busiest)
  }
})
