import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, matchesGlob } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"

const root = fileURLToPath(new URL("../..", import.meta.url))
const shared = ["contract/**", "sheet/**"]

/** The page's features from the lowest layer up: each imports only from layers below its own. */
const layers = [
  ["landing", "developers", "share", "sheet-preview", "sizes", "integrations", "notifications", "values"],
  ["account", "images", "credits", "sheet-desk", "print-shop", "proof"],
  ["matching", "artwork-text", "autopilots", "fulfilment"],
  ["readings", "mends"],
  ["prints"],
  ["orders", "users"],
  ["payments"],
  ["profile", "dashboard", "operations", "reports"],
  ["shell"],
]
const page = ["web/{lib,components,assets}/**", ...shared]
const featurePlaces = layers.flatMap((layer, height) =>
  layer.map((feature): [string, string[]] => [
    `web/features/${feature}/**`,
    [...page, ...[...layers.slice(0, height).flat(), feature].map((name) => `web/features/${name}/**`)],
  ]),
)

/** The files that each place may import; the last line that matches a file counts. */
const places: [string, string[]][] = [
  ["*.config.ts", ["*", "harness/**"]],
  ["contract/**", ["contract/**"]],
  ["sheet/**", ["sheet/**"]],
  ["durable-objects/**", ["durable-objects/**", "contract/**"]],
  ["worker/**", ["worker/**", ...shared]],
  // The edge has no jobs, and the press answers no request.
  ["worker/index.ts", ["worker/*", "worker/!(jobs|raster)/**", "durable-objects/**", ...shared]],
  ["worker/press.ts", ["worker/*", "worker/!(routes|middleware)/**", ...shared]],
  // The assistants' bundle calls the API as any program does.
  ["worker/assistant/**", ["worker/{assistant,secrets}/**", "contract/**"]],
  ["worker/routes/**", ["worker/*", "worker/!(jobs|raster)/**", ...shared]],
  ["worker/data/**", ["worker/{*,data/**}", "contract/**"]],
  ["worker/work/**", ["worker/{*,data/**,work/**}", "contract/**"]],
  ["worker/secrets/**", ["worker/{*,secrets/**}", "contract/**"]],
  ["worker/services/**", ["worker/{*,services/**}", "contract/**"]],
  ["worker/order-files/**", ["worker/{*,order-files/**,services/**}", "contract/**"]],
  ["worker/isolate/**", ["worker/{*,isolate/**}", "contract/**"]],
  ["worker/files/**", ["worker/{*,files/**,isolate/**}", ...shared]],
  ["worker/raster/**", ["worker/{*,raster/**,isolate/**}", ...shared]],
  ["worker/flows/**", ["worker/*", "worker/!(routes|middleware|jobs|raster)/**", ...shared]],
  ["worker/jobs/**", ["worker/*", "worker/!(routes|middleware)/**", ...shared]],
  ["worker/middleware/**", ["worker/*", "worker/!(routes|jobs|flows|raster)/**", ...shared]],
  ["web/**", ["web/**", ...shared]],
  ["web/{lib,components}/**", page],
  ...featurePlaces,
  // None of our code, or both sides share one mistake.
  ["stand-ins/**", ["stand-ins/**"]],
  ["local/**", ["local/**", "contract/**", "stand-ins/**"]],
  // The demo's past is rows, and they are counted as the app counts them.
  ["local/demo/**", ["{local,stand-ins}/**", "worker/{*,data/**}", ...shared]],
  ["clients/**", ["clients/**"]],
  ["cli/**", ["cli/**", "worker/raster/**", "local/build-kernels.ts", ...shared]],
  ["setup/**", ["{setup,contract,local}/**", "worker/{*,data/**,secrets/**}"]],
  ["scripts/**", ["{scripts,cli,clients,contract,harness,local,setup,stand-ins}/**"]],
  ["harness/**", ["!(test|bench)/**"]],
  ["test/**", ["!(bench)/**", "vitest.config.ts"]],
  ["bench/**", ["!(test)/**"]],
]

/** The packages of places that may not have any; the last line that matches a file counts. */
const packages: [string, RegExp][] = [
  ["contract/**", /^zod$/],
  ["contract/orders/rude-words.ts", /^obscenity$/],
  ["contract/table/read-xlsx.ts", /^(zod|fflate)$/],
  ["sheet/**", /^$/],
  ["sheet/raster/label/encode-code.ts", /^lean-qr$/],
  ["sheet/contour/polygons.ts", /^clipper2-ts$/],
  ["sheet/text/text-runs.ts", /^bidi-js$/],
  ["durable-objects/**", /^cloudflare:workers$/],
  // What is published has one dependency.
  ["clients/**", /^(openapi-fetch|node:.*)$/],
  ["stand-ins/**", /^(hono(\/.*)?|zod|graphql|node:.*)$/],
]

test("a file imports only what its place in the design allows", () => {
  const files = sourceFiles()
  expect(files.length).toBeGreaterThan(1000)
  const read = files.flatMap((file) => refused(file, importsOf(readFileSync(join(root, file), "utf8"))))
  expect(read).toEqual([])
})

test("an import that goes up, aside or outside is refused", () => {
  expect(
    [
      ["worker/data/orders/a.ts", "../../flows/orders/b.ts"],
      ["worker/flows/a/b.ts", "../../jobs/c/d.ts"],
      ["worker/routes/a.ts", "../raster/text-host.ts"],
      ["worker/press.ts", "./routes/orders.ts"],
      ["web/features/sizes/a.ts", "../prints/b.ts"],
      ["web/lib/a.ts", "../features/sizes/b.ts"],
      ["sheet/raster/a.ts", "node:fs"],
      ["contract/a.ts", "hono"],
      ["stand-ins/paypal/a.ts", "../../contract/id.ts"],
      ["harness/a.ts", "../test/build.ts"],
    ].filter(([file, specifier]) => refused(file, [specifier]).length === 0),
  ).toEqual([])
})

test("every feature of the page has its layer", () => {
  const features = readdirSync(join(root, "web/features"))
  expect(layers.flat().sort()).toEqual(features.sort())
})

/** Returns the imports that a file may not have. */
function refused(file: string, specifiers: readonly string[]): string[] {
  const mayImport = lastMatch(places, file)
  const mayUse = lastMatch(packages, file)
  return specifiers
    .filter((specifier) => {
      if (!specifier.startsWith(".")) return mayUse !== undefined && !mayUse.test(specifier)
      const target = join(dirname(file), specifier.split("?")[0])
      return mayImport !== undefined && !mayImport.some((glob) => matchesGlob(target, glob))
    })
    .map((specifier) => `${file} imports ${specifier}`)
}

function importsOf(source: string): string[] {
  const clauses = /^(?:import|export|\})(?:[^"'\n]* from)? "([^"\n]+)"|\bimport\("([^"]+)"\)/gm
  return [...source.matchAll(clauses)].map(([, still, lazy]) => still ?? lazy)
}

function sourceFiles(): string[] {
  const tops = readdirSync(root, { withFileTypes: true })
    .filter(
      (entry) =>
        entry.isDirectory() && !/^(\..*|node_modules|dist|docs|migrations|coverage)$/.test(entry.name),
    )
    .map(({ name }) => name)
  return tops
    .flatMap((top) =>
      readdirSync(join(root, top), { recursive: true, encoding: "utf8" }).map((name) => join(top, name)),
    )
    .filter((name) => /\.tsx?$/.test(name) && !/\.as\.ts$|node_modules/.test(name))
}

function lastMatch<T>(lines: readonly [string, T][], file: string): T | undefined {
  return lines.findLast(([glob]) => matchesGlob(file, glob))?.[1]
}
