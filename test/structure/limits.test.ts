import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"

const root = fileURLToPath(new URL("../..", import.meta.url))

test("a limit that a sentence names stands in contract/limit.ts", () => {
  const files = globSync("{contract,worker,web}/**/*.{ts,tsx}", { cwd: root })
  const elsewhere = files.flatMap((file) => {
    const source = readFileSync(join(root, file), "utf8")
    const imported = source.match(/import \{([^}]*)\} from "[./]*(?:contract\/)?limit\.ts"/)?.[1] ?? ""
    const named = source.matchAll(
      /(?:at most|at least|more than|up to)[^`"]*?\$\{[^}]*?\b((?:MAX|MIN)_[A-Z_]+)/g,
    )
    return [...named]
      .map(([, name]) => name)
      .filter((name) => !imported.match(/\w+/g)?.includes(name))
      .map((name) => `${file}: ${name}`)
  })
  expect(files.length).toBeGreaterThan(800)
  expect(elsewhere).toEqual([])
})
