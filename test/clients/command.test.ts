import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import sharp from "sharp"
import { afterAll, expect, test } from "vitest"
import { givenToken } from "../../harness/access-token.ts"
import { useApp } from "../../harness/app.ts"
import { softArtPng } from "../../harness/artwork.ts"
import { logoSvg } from "../../harness/logo-svg.ts"
import { longTest } from "../../harness/long-test.ts"
import { lossyLine } from "./lossy-line.ts"

const app = useApp()
const script = fileURLToPath(new URL("../../scripts/sheetsmith.ts", import.meta.url))
const folder = mkdtempSync(join(tmpdir(), "sheetsmith-command-"))
afterAll(() => rmSync(folder, { recursive: true }))

const at = (...names: string[]) => join(folder, ...names)
writeFileSync(at("logo.svg"), logoSvg())
writeFileSync(at("moth.png"), await softArtPng(150, 180))
writeFileSync(at("torn.svg"), "<svg")

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
  expect(await pull()).toMatchObject({ status: 0, lines: [] })
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
