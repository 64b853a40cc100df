import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { dirname, join, normalize } from "node:path"
import { expect, test } from "vitest"
import { root } from "../../local/bundle.ts"
import { benchFiles } from "../../scripts/bench-files.ts"

/** The paths that a document may name though no file of ours is there: made by a command, or others'. */
const made = [
  /^(dist|shots|\.state|build|coverage|sheet\/kernel\/build)\//,
  /^deployment\.(toml|secrets\.json)$/,
  /^(statement\.jsonl|balance\.json)$/,
  // A path of Etsy's API.
  /^listings\/batch$/,
  // Folders of the benchmarks' own repositories.
  /^data\/(input|records)$/,
]
/** The names of Node, PDF and TIFF that documents speak of. */
const foreign = new Set(["createInflate", "UserUnit", "ExtraSamples"])
/** The bindings that `docs/scale.md` plans. */
const planned = new Set(["DB_1", "DB_2"])
const { scripts, bin, dependencies, devDependencies }: Record<string, object> = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
)

const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .trim()
  .split("\n")
  .filter((path) => existsSync(join(root, path)))
const documents = tracked.filter((path) => path.endsWith(".md"))
const folders = new Set(tracked.flatMap(foldersOf))
const isCode = (path: string) => /\.(ts|tsx|js|mjs|json|jsonc|toml|sql|css|html)$/.test(path)
const words = new Set(
  tracked
    .filter((path) => isCode(path) && path !== "package-lock.json" && !path.startsWith("migrations/meta/"))
    .flatMap((path) => readFileSync(join(root, path), "utf8").match(/[A-Za-z_][A-Za-z0-9_]+/g) ?? []),
)
/** The options of the commands, as they are parsed or looked for. */
const optionNames = new Set(
  tracked
    .filter((path) => /^(scripts|setup|cli|clients|local|bench|harness)\/.*\.m?[jt]s$/.test(path))
    .flatMap((path) => [
      ...readFileSync(join(root, path), "utf8").matchAll(/"--([a-z-]+)"|\b"?([a-z-]+)"?: \{ type: "/g),
    ])
    .map(([, searched, parsed]) => searched ?? parsed),
)
const benches = benchFiles()

test("every command that a document names can be run", () => {
  const missing = each(({ document, text }) =>
    commandsOf(text)
      .filter((command) => !canRun(command))
      .map((command) => `${document}: ${command}`),
  )
  expect(missing).toEqual([])
})

test("a command with another script, program, benchmark or option is seen", () => {
  const text =
    "`npm run bench -- --smoke nest`, `npm test -- --all`; `npx vitest FILE` and\nnpm run setup -- --check"
  expect(commandsOf(text)).toHaveLength(4)
  expect(commandsOf(text).filter(canRun)).toHaveLength(4)
  const wrong = [
    "npm run look",
    "npm run bench -- looks",
    "npm run bench -- --smoke nest looks",
    "npx look x",
  ]
  expect([...wrong, "npm test -- --look"].filter(canRun)).toEqual([])
})

test("every link of a document leads somewhere", () => {
  const missing = each(({ document, text }) =>
    [...text.matchAll(/\]\(([^)#\s]+)(?:#([^)]+))?\)/g)].flatMap(([, target, part]) => {
      if (/^https?:/.test(target)) return []
      const path = normalize(join(dirname(document), target))
      const isThere = existsSync(join(root, path)) && (!part || headingsOf(path).includes(part))
      return isThere ? [] : [`${document}: ${target}${part ? `#${part}` : ""}`]
    }),
  )
  expect(missing).toEqual([])
})

test("every path that a document names is there", () => {
  const missing = each(({ document, spans }) =>
    spans
      .filter((span) => isPath(span) && !isThere(besides(document, span)))
      .map((span) => `${document}: ${span}`),
  )
  expect(missing).toEqual([])
})

test("every constant, column and function that a document names stands in the code", () => {
  const missing = each(({ document, spans }) =>
    spans
      .flatMap((span) => /^([A-Za-z_][A-Za-z0-9_]*)(\(.*\)| = .*)?$/.exec(span)?.[1] ?? [])
      .filter((name) => /[a-z][A-Z]|_./.test(name))
      .filter((name) => !words.has(name) && !planned.has(name) && !foreign.has(name))
      .map((name) => `${document}: ${name}`),
  )
  expect(missing).toEqual([])
})

type Document = { document: string; text: string; spans: string[] }

function each(find: (one: Document) => string[]): string[] {
  return documents.flatMap((document) => {
    const text = textOf(document)
    const plain = text.replace(/^```.*?^```/gms, "")
    const spans = [...plain.matchAll(/`([^`\n]+)`/g)].map(([, span]) => span)
    return find({ document, text, spans: [...new Set(spans)] })
  })
}

/** Returns a document without its parts about other projects, and without its examples of names. */
function textOf(document: string): string {
  const text = readFileSync(join(root, document), "utf8")
  if (document !== "docs/STYLE.md") return text
  return text.slice(0, text.indexOf("## Where to look")).replace(/^## Names.*?^## /ms, "## ")
}

function commandsOf(text: string): string[] {
  return text.match(/\b(npm (run|test|start)|npx)\b[^`\n|#;()]*/g) ?? []
}

/** Tells whether the script, the benchmark and the options, or the package, of a command exist. */
function canRun(command: string): boolean {
  const [program, ...rest] = command.trim().split(/[\s[\],.]+/)
  // A package may also be named by the address that the app serves it at.
  if (program === "npx")
    return (
      rest[0] in devDependencies || rest[0] in bin || /\/developers\/sheetsmith\.tgz$/.test(command.trim())
    )
  const [task, ...given] = rest.filter((word) => !["run", "--"].includes(word))
  const options = given.flatMap((word) => /^--([a-z-]+)/.exec(word)?.[1] ?? [])
  if (!(task in scripts) || options.some((name) => !optionNames.has(name))) return false
  const names = given.filter((word) => /^[a-z]+$/.test(word))
  // Words after a benchmark's name are its own arguments.
  return (
    task !== "bench" ||
    (options[0] === "smoke" ? names : names.slice(0, 1)).every((name) => benches.has(name))
  )
}

/** Returns a path that begins at the document's folder as one from the root. */
function besides(document: string, span: string): string {
  return /^\.\.?\//.test(span) ? normalize(join(dirname(document), span)) : span
}

function headingsOf(path: string): string[] {
  const headings = readFileSync(join(root, path), "utf8").match(/^#+ .*$/gm) ?? []
  return headings.map((heading) =>
    heading
      .replace(/^#+ /, "")
      .toLowerCase()
      .replaceAll(/[^a-z0-9 -]/g, "")
      .replaceAll(" ", "-"),
  )
}

function isPath(span: string): boolean {
  if (made.some((pattern) => pattern.test(span)) || /^(\/|https?:|[A-Z]+ \/)|[ ={}@]/.test(span)) return false
  return (
    /^[\w.<>…*-]+(\/[\w.<>…*-]+)*\/?$/.test(span) &&
    (/^[^/]+\/./.test(span) || /\w\.(tsx?|m?js|jsonc?|toml|md|sql)$/.test(span) || span.endsWith("/"))
  )
}

/** Tells whether a file or folder ends like that; `<noun>`, `…` and `*` match anything in a name. */
function isThere(span: string): boolean {
  const pattern = span
    .replace(/\/$/, "")
    .replaceAll(/[.+]/g, "\\$&")
    .replaceAll(/<[^>]*>|…|NNN-title|\*/g, "[^/]*")
  const ending = new RegExp(`(^|/)${pattern}$`)
  if (span.split("/")[0] in dependencies) return true
  if ([...folders].some((folder) => ending.test(folder))) return true
  return (
    !span.endsWith("/") &&
    tracked.some((path) => ending.test(path) || ending.test(path.replace(/(\.test)?\.\w+$/, "")))
  )
}

function foldersOf(path: string): string[] {
  const parts = path.split("/").slice(0, -1)
  return parts.map((_, i) => parts.slice(0, i + 1).join("/"))
}
