import { execFileSync, spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect } from "vitest"
import { longTest } from "../../harness/long-test.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

longTest("the package works by itself: its types, its calls and its command, with one dependency", () => {
  execFileSync(process.execPath, [join(root, "scripts", "client.ts")], { cwd: root, stdio: "ignore" })
  const project = mkdtempSync(join(tmpdir(), "sheetsmith-package-"))
  try {
    const modules = join(project, "node_modules")
    mkdirSync(modules)
    cpSync(join(root, "dist", "client"), join(modules, "sheetsmith"), { recursive: true })
    const { dependencies } = JSON.parse(readFileSync(join(modules, "sheetsmith", "package.json"), "utf8"))
    expect(Object.keys(dependencies)).toEqual(["openapi-fetch"])
    for (const name of ["openapi-fetch", "openapi-typescript-helpers"])
      symlinkSync(join(root, "node_modules", name), join(modules, name))
    const program = (quantity: string) => `import { createSheetsmith, verifyEvent } from "sheetsmith"
const sheetsmith = createSheetsmith({ origin: "https://shop.test", token: "ss_test_x" })
export const run = async (): Promise<string[]> => {
  const job = await sheetsmith.jobs.create({ action: "quote", items: [{ url: "https://a.shop/a.png", widthIn: 10, quantity: ${quantity} }] })
  const { data } = await sheetsmith.api.GET("/api/reports", { params: { query: {} } })
  return job.errors.map(({ message }) => message)
}
console.log(typeof sheetsmith.jobs.ended, typeof verifyEvent)
`
    const compilerOptions = {
      ...{ module: "nodenext", target: "es2024", strict: true, noEmit: true, skipLibCheck: false },
      ...{ lib: ["es2024", "dom", "dom.iterable"], types: [] },
    }
    writeFileSync(join(project, "package.json"), '{ "type": "module" }')
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["program.ts"] }))
    const check = (quantity: string) => {
      writeFileSync(join(project, "program.ts"), program(quantity))
      const tsc = join(root, "node_modules", ".bin", "tsc")
      return spawnSync(tsc, ["-p", project], { encoding: "utf8" }).stdout.split("\n").filter(Boolean)
    }
    expect(check("4")).toEqual([])
    expect(check('"4"')).toEqual([
      expect.stringContaining("Type 'string' is not assignable to type 'number'"),
    ])
    writeFileSync(join(project, "program.ts"), program("4"))
    const node = (...args: string[]) => spawnSync(process.execPath, args, { cwd: project, encoding: "utf8" })
    expect(node("program.ts").stdout).toBe("function function\n")
    const command = join(modules, "sheetsmith", "command", "sheetsmith.js")
    const help = node(command, "--help")
    expect([help.status, help.stdout]).toEqual([0, expect.stringContaining("sheetsmith pull --into FOLDER")])
    writeFileSync(join(project, "a.png"), "")
    const local = node(command, "print", "a.png", "--width", "1", "--local")
    expect([local.status, local.stderr]).toEqual([2, expect.stringContaining("--local needs the engine")])
  } finally {
    rmSync(project, { recursive: true })
  }
})
