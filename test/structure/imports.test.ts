import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** What each part may import: own folder always; `packages: true` stands for anything from npm. */
const rules: Record<string, { parts: string[]; packages: true | string[] }> = {
  contract: { parts: [], packages: ["zod"] },
  sheet: { parts: [], packages: [] },
  "durable-objects": { parts: ["contract"], packages: ["cloudflare:workers", "zod"] },
  worker: { parts: ["contract", "sheet"], packages: true },
  web: { parts: ["contract", "sheet"], packages: true },
  "stand-ins": { parts: [], packages: ["hono", "zod"] },
}

function sourcesOf(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes("build/") && !name.endsWith(".as.ts"))
    .map((name) => join(root, folder, name))
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, "utf8")
  return [
    ...text.matchAll(
      /(?:^|\n)\s*(?:import|export)\b[^"'`;]*?from\s*["']([^"']+)["']|import\s*\(\s*["']([^"']+)["']|\nimport\s+["']([^"']+)["']/g,
    ),
  ].map((match) => match[1] ?? match[2] ?? match[3])
}

function refusal(part: string, file: string, specifier: string): string | null {
  const rule = rules[part]
  const where = `${relative(root, file)} imports ${specifier}`
  if (!specifier.startsWith(".")) {
    if (rule.packages === true || specifier.startsWith("node:"))
      return part === "sheet" || part === "contract" ? where : null
    const known = rule.packages.some((name) => specifier === name || specifier.startsWith(`${name}/`))
    return known ? null : where
  }
  const target = relative(root, resolve(dirname(file), specifier)).split("/")[0]
  if (target === part || rule.parts.includes(target)) return null
  const isEntry = relative(root, file) === "worker/index.ts"
  return isEntry && target === "durable-objects" ? null : where
}

test.each(Object.keys(rules))("%s imports only what its place in the design allows", (part) => {
  const files = sourcesOf(part)
  const refusals = files.flatMap((file) => importsOf(file).map((specifier) => refusal(part, file, specifier)))
  expect(refusals.filter((text) => text !== null)).toEqual([])
})

test("a forbidden import is seen", () => {
  expect(refusal("sheet", join(root, "sheet/layout/x.ts"), "../../worker/app.ts")).toBe(
    "sheet/layout/x.ts imports ../../worker/app.ts",
  )
  expect(refusal("contract", join(root, "contract/x.ts"), "hono")).toBe("contract/x.ts imports hono")
  expect(refusal("web", join(root, "web/main.tsx"), "../contract/id.ts")).toBeNull()
})

test("what every visitor loads first has no schemas in it", () => {
  const entry = join(root, "web/main.tsx")
  const reached = new Set([entry])
  for (const file of reached) {
    for (const [, specifier] of readFileSync(file, "utf8").matchAll(
      /^(?:import|export)\s+(?!type\b)(?:[^"';]*?from\s+)?"([^"]+)"/gm,
    )) {
      expect(specifier, relative(root, file)).not.toBe("zod")
      if (/^\..*\.tsx?$/.test(specifier)) reached.add(resolve(dirname(file), specifier))
    }
  }
  expect([...reached]).toContain(join(root, "web/routes.tsx"))
  expect([...reached]).toContain(join(root, "web/features/landing/not-found-screen.tsx"))
})
