import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, matchesGlob, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, onTestFinished, test } from "vitest"

const root = fileURLToPath(new URL("../..", import.meta.url))
const shared = ["contract/**", "sheet/**"]

/** The page's features from the lowest layer up: each imports only from layers below its own. */
const layers = [
  ["landing", "share", "sheet-preview", "sizes", "integrations", "notifications", "values"],
  ["account", "images", "credits", "sheet-desk"],
  ["matching", "artwork-text", "autopilots", "fulfilment"],
  ["readings"],
  ["prints"],
  ["orders", "users"],
  ["payments"],
  ["profile", "dashboard", "operations", "reports"],
  ["shell"],
]
const featurePlaces = layers.flatMap((layer, height) =>
  layer.map((feature): [string, string[]] => [
    `web/features/${feature}/**`,
    [
      "web/{lib,components}/**",
      ...[...layers.slice(0, height).flat(), feature].map((name) => `web/features/${name}/**`),
      ...shared,
    ],
  ]),
)

/** What each place may import; the last line that matches a file counts. */
const places: [string, string[]][] = [
  ["contract/**", ["contract/**"]],
  ["sheet/**", ["sheet/**"]],
  ["durable-objects/**", ["durable-objects/**", "contract/**"]],
  ["worker/**", ["worker/**", ...shared]],
  ["worker/index.ts", ["worker/*", "worker/!(jobs|raster)/*", "durable-objects/**", ...shared]],
  ["worker/press.ts", ["worker/*", "worker/!(routes|middleware)/*", ...shared]],
  ["worker/routes/**", ["worker/*", "worker/!(jobs|raster)/*", ...shared]],
  ["worker/data/**", ["worker/{*,data/*}", "contract/**"]],
  ["worker/secrets/**", ["worker/{*,secrets/*}", "contract/**"]],
  ["worker/services/**", ["worker/{*,services/*}", "contract/**"]],
  ["worker/order-files/**", ["worker/{*,order-files/*,services/*}", "contract/**"]],
  ["worker/isolate/**", ["worker/{*,isolate/*}", "contract/**"]],
  ["worker/files/**", ["worker/{*,files/*,isolate/*}", ...shared]],
  ["worker/raster/**", ["worker/{*,raster/*,isolate/*}", ...shared]],
  ["worker/flows/**", ["worker/*", "worker/!(routes|middleware|jobs|raster)/*", ...shared]],
  ["worker/jobs/**", ["worker/*", "worker/!(routes|middleware)/*", ...shared]],
  ["worker/middleware/**", ["worker/*", "worker/!(routes|jobs|flows|raster)/*", ...shared]],
  ["web/**", ["web/**", ...shared]],
  ["web/{lib,components}/**", ["web/{lib,components}/**", ...shared]],
  ...featurePlaces,
  ["stand-ins/**", ["stand-ins/**"]],
  ["local/**", ["local/**", "contract/**", "stand-ins/**"]],
  ["cli/**", ["cli/**", "worker/raster/**", ...shared]],
  ["setup/**", ["{setup,contract,local}/**", "worker/{*,data/*,secrets/*}"]],
  ["scripts/**", ["{scripts,cli,contract,harness,local,setup,stand-ins}/**"]],
  ["harness/**", ["!(test|bench)/**"]],
  ["test/**", ["!(bench)/**"]],
  ["bench/**", ["!(test)/**"]],
]

/** Who may import which of these packages; all others may import any. */
const packages = ["hono", "hono/html", "node:fs", "react", "zod", "zod/mini", "cloudflare:workers"]
const packagesOf: [string, string[]][] = [
  ["contract/**", ["zod"]],
  ["sheet/**", []],
  ["durable-objects/**", ["cloudflare:workers"]],
  ["stand-ins/**", ["hono", "hono/html", "node:fs", "zod", "graphql"]],
]

test("a folder imports only what its place in the design allows", () => {
  const targets = sourceFolders().map((folder) => `${folder}/planted.ts`)
  const planted = [...targets, "worker/index.ts", "worker/press.ts"].filter(
    (file) => lastMatch(places, file) !== undefined,
  )
  const files = new Map(
    planted.map((file) => [file, [...targets.map((target) => pathBetween(file, target)), ...packages]]),
  )
  const refused = refusedImports("noRestrictedImports", files)
  expect(planted.length).toBeGreaterThan(20)
  for (const file of planted) {
    const mayImport = lastMatch(places, file) ?? []
    const mayUse = lastMatch(packagesOf, file) ?? packages
    const expected = [
      ...targets
        .filter((target) => !mayImport.some((glob) => matchesGlob(target, glob)))
        .map((target) => pathBetween(file, target)),
      ...packages.filter((name) => !mayUse.includes(name)),
    ]
    expect(refused.get(file)?.sort() ?? [], file).toEqual(expected.sort())
  }
})

test("every feature of the page has its layer", () => {
  const features = readdirSync(join(root, "web/features"))
  expect(layers.flat().sort()).toEqual(features.sort())
})

test("files that import each other in a circle are refused", () => {
  const circle = new Map([
    ["web/lib/a.ts", ["./b.ts"]],
    ["web/lib/b.ts", ["../components/c.ts"]],
    ["web/components/c.ts", ["../lib/a.ts"]],
  ])
  expect([...refusedImports("noImportCycles", circle).keys()].sort()).toEqual([...circle.keys()].sort())
})

/** What the linter's rule refuses of the imports in each file. */
function refusedImports(rule: string, files: ReadonlyMap<string, readonly string[]>): Map<string, string[]> {
  const folder = mkdtempSync(join(tmpdir(), "imports-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of ["biome.json", "biome.imports.jsonc", ".gitignore"])
    cpSync(join(root, name), join(folder, name))
  for (const [file, specifiers] of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), specifiers.map((specifier) => `import "${specifier}"\n`).join(""))
  }
  const { stdout } = spawnSync(
    join(root, "node_modules/.bin/biome"),
    ["lint", "--reporter=json", "--max-diagnostics=none", `--only=${rule}`],
    { cwd: folder, encoding: "utf8", maxBuffer: 2 ** 26 },
  )
  const refused = new Map<string, string[]>()
  for (const { location } of JSON.parse(stdout).diagnostics as Diagnostic[]) {
    const specifier = files.get(location.path)?.[location.start.line - 1] ?? "?"
    refused.set(location.path, [...(refused.get(location.path) ?? []), specifier])
  }
  return refused
}

type Diagnostic = { location: { path: string; start: { line: number } } }

/** Every folder with source in it. */
function sourceFolders(): string[] {
  const tops = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/^(\..*|node_modules|dist|docs|migrations)$/.test(entry.name))
    .map(({ name }) => name)
  const files = tops.flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, encoding: "utf8" }).map((name) => join(top, name)),
  )
  return [...new Set(files.filter((name) => /\.tsx?$/.test(name)).map(dirname))]
}

function lastMatch(lines: readonly [string, string[]][], file: string): string[] | undefined {
  return lines.findLast(([glob]) => matchesGlob(file, glob))?.[1]
}

function pathBetween(from: string, to: string): string {
  const path = relative(dirname(from), to)
  return path.startsWith(".") ? path : `./${path}`
}
