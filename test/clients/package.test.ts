import { execFile, spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { afterAll, expect, test } from "vitest"
import { installLine, PACKAGE_FILE } from "../../contract/programs/program-lines.ts"
import { givenToken } from "../../harness/access-token.ts"
import { useApp } from "../../harness/app.ts"
import { logoSvg } from "../../harness/logo-svg.ts"
import { longTest } from "../../harness/long-test.ts"
import { packFolder } from "../../local/pack-folder.ts"

const app = useApp()
const root = fileURLToPath(new URL("../..", import.meta.url))
const folder = mkdtempSync(join(tmpdir(), "sheetsmith-package-"))
afterAll(() => rmSync(folder, { recursive: true }))
const address = () => `${app.origin}/${PACKAGE_FILE}`

/** A machine that reaches the app alone: nothing listens where its registry should be. */
const env = {
  ...{ PATH: process.env.PATH, HOME: folder, NODE_NO_WARNINGS: "1", npm_config_cache: join(folder, "cache") },
  ...{ npm_config_registry: "http://127.0.0.1:9", npm_config_fetch_retries: "0", npm_config_audit: "false" },
  ...{ npm_config_fund: "false", npm_config_update_notifier: "false" },
}
const run = async (cwd: string, more: Record<string, string>, ...[command, ...args]: string[]) =>
  (await promisify(execFile)(command, args, { cwd, env: { ...env, ...more } })).stdout

/** Returns a new folder in which the package is installed. */
async function givenProject(name: string): Promise<string> {
  const project = join(folder, name)
  mkdirSync(project)
  writeFileSync(join(project, "package.json"), '{ "type": "module" }')
  await run(project, {}, ...installLine(app.origin).split(" "))
  return project
}

test("the package installs from the app alone, and its command prints", async () => {
  const project = await givenProject("shop")
  expect(readdirSync(join(project, "node_modules")).filter((name) => !name.startsWith("."))).toEqual([
    "sheetsmith",
  ])
  expect(await run(project, {}, "npx", "sheetsmith", "--help")).toContain("sheetsmith pull --into FOLDER")
  const { client } = await app.givenUser({ name: "Installing", credits: 5 })
  const { token } = await givenToken(client)
  const access = { SHEETSMITH_TOKEN: token, SHEETSMITH_ORIGIN: app.origin }
  writeFileSync(join(project, "logo.svg"), logoSvg())
  const words = ["print", "logo.svg", "--width", "1", "--copies", "3"]
  expect(await run(project, access, "npx", "sheetsmith", ...words, "--quote")).toMatch(/^3 credits, /)
  // And without a folder of its own.
  const elsewhere = join(folder, "elsewhere")
  mkdirSync(elsewhere)
  writeFileSync(join(elsewhere, "logo.svg"), logoSvg())
  const printed = await run(elsewhere, access, "npx", "--yes", address(), ...words, "--out", "sheets")
  expect(printed.trim().split("\n")).toEqual(
    readdirSync(join(elsewhere, "sheets")).map((name) => join("sheets", name)),
  )
})

test("the same sources are packed as the same bytes, whenever they were written", async () => {
  const reply = await fetch(address())
  expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "application/gzip"])
  const copy = join(folder, "copy")
  cpSync(join(root, "dist", "client"), copy, { recursive: true })
  expect(packFolder(copy).equals(Buffer.from(await reply.arrayBuffer()))).toBe(true)
  const { dependencies, bundleDependencies } = JSON.parse(readFileSync(join(copy, "package.json"), "utf8"))
  expect(Object.keys(dependencies)).toEqual(bundleDependencies)
})

longTest("programs are checked against the package's types: of calls and of events", async () => {
  const project = await givenProject("program")
  const program = (
    quantity: string,
    field: string,
  ) => `import { createSheetsmith, verifyEvent } from "sheetsmith"
const sheetsmith = createSheetsmith({ origin: "https://shop.test", token: "ss_test_x" })
export const run = async (): Promise<string[]> => {
  const job = await sheetsmith.jobs.create({ action: "quote", items: [{ url: "https://a.shop/a.png", widthIn: 10, quantity: ${quantity} }] })
  const { data } = await sheetsmith.api.GET("/api/reports", { params: { query: {} } })
  return job.errors.map(({ message }) => message)
}
export const hear = async (request: Request): Promise<string | null> => {
  const event = await verifyEvent({ secret: "whsec_x", headers: request.headers, body: await request.text() })
  return event.type === "job.ended" ? event.data.${field} : event.id
}
console.log(typeof sheetsmith.jobs.ended, typeof verifyEvent)
`
  const compilerOptions = {
    ...{ module: "nodenext", target: "es2024", strict: true, noEmit: true, skipLibCheck: false },
    ...{ lib: ["es2024", "dom", "dom.iterable"], types: [] },
  }
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["program.ts"] }))
  const check = (...words: Parameters<typeof program>) => {
    writeFileSync(join(project, "program.ts"), program(...words))
    const tsc = join(root, "node_modules", ".bin", "tsc")
    return spawnSync(tsc, ["-p", project], { encoding: "utf8" }).stdout.split("\n").filter(Boolean)
  }
  expect(check('"4"', "reference")).toEqual([
    expect.stringContaining("Type 'string' is not assignable to type 'number'"),
  ])
  expect(check("4", "orderId")).toEqual([expect.stringContaining("'orderId' does not exist")])
  expect(check("4", "reference")).toEqual([])
  expect(await run(project, {}, process.execPath, "program.ts")).toBe("function function\n")
  writeFileSync(join(project, "a.png"), "")
  const local = run(project, {}, "npx", "sheetsmith", "print", "a.png", "--width", "1", "--local")
  await expect(local).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--local needs the engine"),
  })
})
