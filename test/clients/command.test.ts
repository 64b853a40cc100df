import { spawn } from "node:child_process"
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import sharp from "sharp"
import { afterAll, expect, test } from "vitest"
import { exitCodeOf, exitCodes } from "../../clients/typescript/command/exit-code.ts"
import { givenToken } from "../../harness/access-token.ts"
import { useApp } from "../../harness/app.ts"
import { softArtPng } from "../../harness/artwork.ts"
import { logoSvg } from "../../harness/logo-svg.ts"
import { longTest } from "../../harness/long-test.ts"
import { printOf, processed } from "../worker/artwork/artwork-steps.ts"
import { lossyLine } from "./lossy-line.ts"

const app = useApp()
const script = fileURLToPath(new URL("../../scripts/sheetsmith.ts", import.meta.url))
const folder = mkdtempSync(join(tmpdir(), "sheetsmith-command-"))
afterAll(() => rmSync(folder, { recursive: true }))

const at = (...names: string[]) => join(folder, ...names)
writeFileSync(at("logo.svg"), logoSvg())
writeFileSync(at("moth.png"), await softArtPng(150, 180))
writeFileSync(at("torn.svg"), "<svg")

/** An option of Node by which a process has a clock that is an hour fast. */
const hourFast = `--import=data:text/javascript,${encodeURIComponent(`
  globalThis.Date = class extends Date {
    constructor(...given) { super(...(given.length > 0 ? given : [Date.now()])) }
    static now() { return super.now() + 3_600_000 }
  }`)}`

/** Starts the command as a person does, in a process of its own. */
function start(env: Record<string, string>, args: readonly string[]) {
  return spawn(process.execPath, [script, ...args], {
    env: { PATH: process.env.PATH, NODE_NO_WARNINGS: "1", INIT_CWD: folder, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  })
}

/** Runs the command to its end. */
async function run(env: Record<string, string>, ...args: string[]) {
  const child = start(env, args)
  const ended = new Promise<number | null>((resolve) => child.on("exit", resolve))
  const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { status, lines: stdout.split("\n").filter(Boolean), stderr }
}

/** Starts the command and leaves it running; `lines` and `errors` are what it has said so far. */
function watch(env: Record<string, string>, ...args: string[]) {
  const child = start(env, args)
  const said = { out: "", error: "" }
  child.stdout.on("data", (chunk) => (said.out += chunk))
  child.stderr.on("data", (chunk) => (said.error += chunk))
  return { child, lines: () => said.out.split("\n").filter(Boolean), errors: () => said.error }
}

async function givenPerson(credits = 40, input: Parameters<typeof givenToken>[1] = {}) {
  const person = await app.givenUser({ name: "Command", credits })
  const { token } = await givenToken(person.client, input)
  return { ...person, env: { SHEETSMITH_TOKEN: token, SHEETSMITH_ORIGIN: app.origin } }
}

test("files are printed by one command, and the same key prints once", async () => {
  const { env, hub } = await givenPerson()
  const words = ["print", "logo.svg", "moth.png", "--width", "1.5", "--copies", "4", "--key", "friday"]
  const printed = await run(env, ...words, "--out", "sheets")
  expect(printed.stderr).toMatch(/^Sending artwork\n(.+\n)*Fetching sheets\n8 credits, [\d.]+ in of film\n/)
  expect(printed.status, printed.stderr).toBe(0)
  const names = readdirSync(at("sheets"))
  expect(printed.lines).toEqual(names.map((name) => join("sheets", name)))
  expect(await sharp(at("sheets", names[0])).metadata()).toMatchObject({ format: "png", density: 300 })
  expect(await hub.balance()).toMatchObject({ used: 8, held: 0 })

  const again = await run(env, ...words, "--out", "again", "--json")
  expect(again.status, again.stderr).toBe(0)
  expect(JSON.parse(again.lines[0])).toMatchObject({
    job: { status: "completed" },
    saved: [expect.any(String)],
  })
  expect(await hub.balance()).toMatchObject({ used: 8 })
  // The same sheet is not there twice, as a RIP would print both; any other file stays.
  const third = await run(env, ...words, "--out", "again")
  expect(third.lines).toEqual(readdirSync(at("again")).map((name) => join("again", name)))
  expect(third.lines).toHaveLength(1)
  writeFileSync(at(third.lines[0]), "another's")
  expect((await run(env, ...words, "--out", "again")).lines[0]).toMatch(/ \(2\)\.png$/)
  expect(readdirSync(at("again"))).toHaveLength(2)

  const quoted = await run(env, "print", "moth.png", "--width", "1", "--copies", "3", "--quote")
  expect([quoted.status, quoted.lines[0]]).toEqual([0, expect.stringMatching(/^3 credits, /)])
  expect(await hub.balance()).toMatchObject({ used: 8 })
})

test("a print that breaks off tells the key by which it goes on, and nothing is paid twice", async () => {
  const { env, hub } = await givenPerson()
  // The job is taken, and the line is gone while it is waited for.
  const line = await lossyLine(app.origin, ["pass", { status: 503, retryAfterS: 600 }])
  try {
    const words = ["print", "logo.svg", "--width", "1", "--copies", "3", "--out", "once"]
    const broken = await run({ ...env, SHEETSMITH_ORIGIN: line.origin }, ...words)
    expect(broken.status, broken.stderr).toBe(4)
    const [, key] = /\nRun it again with --key (\S+): nothing is printed twice\.\n$/.exec(broken.stderr) ?? []
    expect(line.keys[0]).toBe(key)
    const again = await run(env, ...words, "--key", `${key}`)
    expect(again.status, again.stderr).toBe(0)
    expect(again.lines).toHaveLength(1)
    expect(await hub.balance()).toMatchObject({ used: 3, held: 0 })
  } finally {
    await line.close()
  }
})

test("the exit status says what to do about it", async () => {
  const { env, client } = await givenPerson()
  const torn = await run(env, "print", "moth.png", "torn.svg", "--width", "1")
  expect(torn).toMatchObject({ status: 1, stderr: expect.stringContaining("torn.svg: ") })
  const wide = await run(env, "print", "moth.png", "--width", "30")
  expect(wide).toMatchObject({ status: 1, stderr: expect.stringMatching(/^moth\.png: .*does not fit/m) })
  expect(await run(env, "print", "gone.png", "--width", "1")).toMatchObject({
    status: 1,
    stderr: "gone.png: there is no such file\n",
  })
  expect((await run(env, "print", "moth.png")).status).toBe(2)
  expect((await run(env, "print", "moth.png", "--width", "ten")).status).toBe(2)
  expect((await run(env, "print", "moth.png", "--width", "1", "--wide")).status).toBe(2)
  expect((await run(env)).status).toBe(2)
  const unknown = await run(env, "print", "moth.png", "--width", "1", "--template", "None")
  expect(unknown).toMatchObject({ status: 2, stderr: expect.stringContaining('no sheet template "None"') })
  expect((await run({}, "print", "moth.png", "--width", "1")).status).toBe(3)
  const { token } = await givenToken(client, { scopes: ["prints:read"] })
  const lacking = await run({ ...env, SHEETSMITH_TOKEN: token }, "print", "moth.png", "--width", "1")
  expect(lacking).toMatchObject({ status: 3, stderr: expect.stringContaining("lacks the scope") })
  expect((await run(env, "pull", "--into", "in", "--once", "--origin", "http://127.0.0.1:9")).status).toBe(4)
  const dear = await run(env, "print", "moth.png", "--width", "1", "--copies", "9", "--max-credits", "8")
  expect(dear.status).toBe(5)
  const poor = await run(env, "print", "moth.png", "--width", "1", "--copies", "41")
  expect(poor.status).toBe(5)
})

test("finished files come into a folder, each once", async () => {
  const { env, client } = await givenPerson()
  const pull = () => run(env, "pull", "--into", "hot", "--once")
  // The folder begins by the server's clock, not by this machine's.
  const line = await lossyLine(app.origin, [])
  const fast = { ...env, SHEETSMITH_ORIGIN: line.origin, NODE_OPTIONS: hourFast }
  expect(await run(fast, "pull", "--into", "hot", "--once")).toMatchObject({ status: 0, lines: [] })
  await line.close()
  const trial = (await givenToken(client, { isTest: true })).token
  const print = (token: string) =>
    run({ ...env, SHEETSMITH_TOKEN: token }, "print", "logo.svg", "--width", "1", "--out", "own")
  expect((await print(env.SHEETSMITH_TOKEN)).status).toBe(0)
  expect((await print(trial)).status).toBe(0)
  const pulled = await pull()
  expect(pulled.status, pulled.stderr).toBe(0)
  expect(pulled.lines).toHaveLength(1)
  expect(statSync(at(pulled.lines[0])).size).toBeGreaterThan(1_000)
  expect((await pull()).lines).toEqual([])
  // A file that a machine took out of the folder does not come again.
  rmSync(at(pulled.lines[0]))
  expect((await pull()).lines).toEqual([])
  expect(readdirSync(at("hot"))).toEqual([".sheetsmith.json"])
  expect((await run(env, "pull", "--into", "hot", "--once", "--tests")).lines).toHaveLength(1)
  expect((await run(env, "pull", "--into", "all", "--once", "--since", "2020-01-01")).lines).toHaveLength(1)
})

test("a print that is processed once more comes once more, beside what it was", async () => {
  const { env, client } = await givenPerson()
  const pull = () => run(env, "pull", "--into", "corrected", "--once", "--since", "2020-01-01")
  const printed = await run(env, "print", "logo.svg", "--width", "1", "--out", "own", "--json")
  const id: string = JSON.parse(printed.lines[0]).job.printId
  const [first] = (await pull()).lines
  // The notes of earlier versions count.
  const notes = at("corrected", ".sheetsmith.json")
  const noted = JSON.parse(readFileSync(notes, "utf8"))
  writeFileSync(notes, JSON.stringify({ ...noted, files: [`${id}  1 png`] }))
  expect(await pull()).toMatchObject({ status: 0, lines: [] })
  await client.expect("DELETE", `/api/prints/${id}`)
  const [item] = (await printOf(client, id)).printItems
  await client.expect("PUT", `/api/prints/${id}/${item._id}`, { quantity: 2 })
  await client.expect("POST", `/api/prints/${id}/proccess`, {})
  expect((await processed(client, id)).status).toBe("Completed")
  expect((await pull()).lines).toEqual([first.replace(/\.png$/, " (2).png")])
})

test("a file that does not come is told and keeps no others away", async () => {
  const { env } = await givenPerson()
  for (const file of ["logo.svg", "moth.png"])
    expect((await run(env, "print", file, "--width", "1", "--out", "own")).status).toBe(0)
  const troubles: Parameters<typeof lossyLine>[1] = []
  const line = await lossyLine(app.origin, troubles)
  const words = ["pull", "--into", "some", "--since", "2020-01-01"]
  const behind = { ...env, SHEETSMITH_ORIGIN: line.origin }
  troubles.push("pass", { status: 404 }, "break", "break", "break")
  const none = await run(behind, ...words, "--once")
  expect(none).toMatchObject({ status: 1, lines: [] })
  expect(none.stderr).toMatch(/^.+\.png: The server answered 404\n.+\.png: breaks off on its way\n$/)
  // Events, prints, and the first file.
  troubles.push("pass", "pass", "break", "break", "break")
  const waiting = watch(behind, ...words, "--every", "1")
  try {
    await expect.poll(() => waiting.lines().length, { timeout: 20_000 }).toBe(2)
    expect(waiting.errors()).toMatch(/^.+\.png: breaks off on its way\n$/)
  } finally {
    waiting.child.kill()
    await line.close()
  }
})

test("large files go in calls that Cloudflare takes, and what will pass is told as such", async () => {
  const { env } = await givenPerson()
  const files = ["a.png", "b.png", "c.png"]
  for (const file of files) {
    writeFileSync(at(file), "")
    truncateSync(at(file), 40_000_000)
  }
  const line = await lossyLine(app.origin, [{ status: 429, retryAfterS: 600 }])
  const sent = await run({ ...env, SHEETSMITH_ORIGIN: line.origin }, "print", ...files, "--width", "1")
  await line.close()
  expect(sent.status, sent.stderr).toBe(4)
  for (const bytes of line.lengths) {
    expect(bytes).toBeGreaterThan(80_000_000)
    expect(bytes).toBeLessThan(100_000_000)
  }
  const busy = { status: 409, code: "idempotency-key-busy" }
  expect(exitCodeOf(busy.code, busy.status)).toBe(exitCodes.unreachable)
  expect(exitCodeOf("timed-out", 408)).toBe(exitCodes.unreachable)
})

test("a folder that is waited for gets a print's files when its event comes, with a token for events and without", async () => {
  const { env, client } = await givenPerson()
  const { token } = await givenToken(client, { scopes: ["prints:read"] })
  const waiting = [
    watch(env, "pull", "--into", "events", "--every", "1"),
    watch({ ...env, SHEETSMITH_TOKEN: token }, "pull", "--into", "looks", "--every", "1"),
  ]
  try {
    // Both have looked once, and found nothing, before there is a print.
    for (const name of ["events", "looks"])
      await expect.poll(() => existsSync(at(name, ".sheetsmith.json")), { timeout: 20_000 }).toBe(true)
    expect((await run(env, "print", "logo.svg", "--width", "1", "--out", "own")).status).toBe(0)
    for (const { lines } of waiting) await expect.poll(() => lines().length, { timeout: 20_000 }).toBe(1)
    // The next one as well: the place in the events moves on.
    expect((await run(env, "print", "moth.png", "--width", "1", "--out", "own")).status).toBe(0)
    for (const { lines } of waiting) await expect.poll(() => lines().length, { timeout: 20_000 }).toBe(2)
    expect(waiting.map(({ errors }) => errors())).toEqual(["", ""])
  } finally {
    for (const { child } of waiting) child.kill()
  }
})

longTest("files are printed by the engine on this machine, without an account", async () => {
  const printed = await run(
    {},
    "print",
    "logo.svg",
    "--width",
    "2",
    "--copies",
    "3",
    "--local",
    "--out",
    "local",
  )
  expect(printed.status, printed.stderr).toBe(0)
  expect(readdirSync(at("local"))).toEqual(["layout.json", "sheet-1.png"])
  expect((await run({}, "print", "torn.svg", "--width", "2", "--local")).status).toBe(1)
  expect((await run({}, "print", "logo.svg", "--width", "2", "--local", "--quote")).status).toBe(2)
  const wide = await run({}, "print", "logo.svg", "--width", "2", "--local", "--template", "60 in")
  expect(wide).toMatchObject({ status: 2, stderr: "--local takes no --template\n" })
})
