import { execFile, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import sharp from "sharp"
import { afterAll, expect, test } from "vitest"
import { statusOfCode } from "../../../contract/error.ts"
import { eventTypes } from "../../../contract/events/event.ts"
import { guideSections } from "../../../contract/programs/guide.ts"
import type { Job } from "../../../contract/programs/job.ts"
import { toFillIn } from "../../../contract/programs/program-lines.ts"
import { givenToken } from "../../../harness/access-token.ts"
import { useApp } from "../../../harness/app.ts"

const app = useApp()
const runFile = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), "sheetsmith-guide-"))
afterAll(() => rmSync(folder, { recursive: true }))
const hasPython = spawnSync("python3", ["--version"]).status === 0

/** Returns the guide's lines of this name. */
function linesOf(label: string, origin = app.origin): string {
  const parts = guideSections(origin).flatMap((section) => section.parts)
  const found = parts.find((part) => typeof part !== "string" && "lines" in part && part.label === label)
  if (found === undefined || typeof found === "string" || !("lines" in found))
    throw new Error(`the guide has no "${label}"`)
  return found.lines
}

/** Runs a program as somebody does who follows the guide; returns what it prints. */
async function run(program: string, args: string[], token = ""): Promise<string> {
  const env = {
    PATH: process.env.PATH,
    NODE_NO_WARNINGS: "1",
    ...(token !== "" && { SHEETSMITH_TOKEN: token }),
  }
  return (await runFile(program, args, { cwd: folder, env })).stdout
}

async function expectSheet(name: string): Promise<void> {
  expect(await sharp(join(folder, name)).metadata()).toMatchObject({ format: "png", density: 300 })
}

test("whoever follows the guide in a shell has a sheet, and a test token is not charged", async () => {
  const { client, hub } = await app.givenUser({ name: "Shell" })
  const { token } = await givenToken(client, { isTest: true })
  const before = await hub.balance()
  const shell = (label: string, from = "", to = "") =>
    run("sh", ["-c", linesOf(label).replace(from, to)], token)
  const asked = JSON.parse(await shell("Ask whether the token is right", "ss_test_…", token))
  expect(asked.data.status).toBe("ok")
  let { data: job } = JSON.parse(await shell("Print a drawing")) as { data: Job }
  for (let tries = 0; job.endedAt === null && tries < 10; tries++)
    job = JSON.parse(await shell("Wait for the job's end", toFillIn.job, job._id)).data
  expect(job).toMatchObject({ status: "completed", errors: [] })
  await shell("Fetch the sheet", toFillIn.file, job.files[0].path)
  await expectSheet("sheet.png")
  expect(await hub.balance()).toEqual(before)
})

test("the guide's programs in TypeScript and Python have their sheets, and print nothing a second time", async () => {
  const { client, hub } = await app.givenUser({ name: "Programmer" })
  const { token } = await givenToken(client)
  const programs = [
    { command: process.execPath, file: "sheet.ts", label: "From artwork to sheets in TypeScript" },
    { command: "python3", file: "sheet.py", label: "From artwork to sheets in Python" },
  ].slice(0, hasPython ? 2 : 1)
  for (const { command, file, label } of programs) {
    writeFileSync(join(folder, file), linesOf(label))
    for (let times = 0; times < 2; times++) expect(await run(command, [file], token)).toBe("sheet-1.png\n")
    await expectSheet("sheet-1.png")
    rmSync(join(folder, "sheet-1.png"))
  }
  expect(await hub.balance()).toMatchObject({ used: 2 * programs.length, held: 0 })
})

test("the guide as text has all that the page has, and each call that a token makes", async () => {
  const reply = await fetch(`${app.origin}/developers/llms.txt`)
  expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"])
  const text = await reply.text()
  for (const { title, parts } of guideSections("https://sheetsmith.example")) {
    expect(text).toContain(`\n## ${title}\n`)
    for (const part of parts)
      if (typeof part !== "string" && "lines" in part) expect(text).toContain(part.lines)
  }
  for (const name of [...Object.keys(statusOfCode), ...eventTypes]) expect(text).toContain(`- \`${name}\``)
  expect(text).toContain("- `POST /api/jobs` (prints:write): ")
  expect(text).not.toContain("/api/tokens")
})
