import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { failureOf } from "../failure.ts"
import { pause } from "../repeating-fetch.ts"
import { type Print, type Sheetsmith, SheetsmithError } from "../sheetsmith.ts"
import { openAccount } from "./access.ts"
import { type ExitCode, exitCodes, Refusal, refusalOf } from "./exit-code.ts"
import { saveFile } from "./save-file.ts"

/** The file in the folder that says what was fetched. */
const NOTES = ".sheetsmith.json"

const options = {
  into: { type: "string" },
  since: { type: "string" },
  every: { type: "string", default: "10" },
  format: { type: "string" },
  tests: { type: "boolean", default: false },
  once: { type: "boolean", default: false },
  origin: { type: "string" },
} as const

/** How far back events are read at first: this machine's clock may be wrong. */
const HEARD_BACK_MS = 60 * 60_000
/** The events of one page. */
const EVENTS_A_PAGE = 500
/** The longest time between two looks at the prints: files that a print is written as once more are told by no event. */
const LOOK_EVERY_MS = 10 * 60_000

/** The files that were fetched, by their paths, of prints that ended since. */
type Notes = { since: string; files: string[] }

/**
 * Fetches the files of prints into a folder as they end, each once, also when it is started again. Asks for events, and looks
 * at the prints when one has ended. Goes on until it is stopped; with `--once` it looks once. Returns the exit status.
 */
export async function pull(args: string[]): Promise<ExitCode> {
  const { values } = parseArgs({ args, options })
  const { into, once, format, tests } = values
  if (into === undefined) throw new Refusal("Name the folder: --into FOLDER", exitCodes.usage)
  const everyS = Number(values.every)
  if (!(everyS >= 1)) throw new Refusal("--every takes seconds, 1 at least", exitCodes.usage)
  if (values.since !== undefined && Number.isNaN(Date.parse(values.since)))
    throw new Refusal("--since takes a day or a time: 2026-11-29", exitCodes.usage)
  const sheetsmith = openAccount(process.env, values.origin)
  mkdirSync(into, { recursive: true })
  const startMs = performance.now()
  let notes: Notes | null = null
  const wanted = (print: Print) => !print.isTest || tests
  const news: News = { after: firstIdOf(Date.now() - HEARD_BACK_MS), isDue: true, isDeaf: false }
  let lookedMs = 0
  for (;;) {
    try {
      notes ??= await openNotes(sheetsmith, { into, since: values.since, startMs })
      if (!once) await hear(sheetsmith, news, tests)
      if (news.isDue || Date.now() - lookedMs >= LOOK_EVERY_MS) {
        const missed = await pullOnce(sheetsmith, { into, notes, wanted, format })
        if (once) return missed[0] ?? exitCodes.done
        news.isDue = missed.includes(exitCodes.unreachable)
        lookedMs = Date.now()
      }
    } catch (error) {
      if (!(error instanceof SheetsmithError)) throw error
      const refusal = refusalOf(error)
      // What may pass is waited for; a token that has ended is not.
      if (once || refusal.exitCode === exitCodes.forbidden) throw refusal
      console.error(refusal.message)
    }
    await pause(everyS * 1000)
  }
}

/** The last event that was read, whether a print has ended that was not looked at, and whether the token may read no events. */
type News = { after: string; isDue: boolean; isDeaf: boolean }

/** Notes whether a print has ended since; always, for a token that may not read events. */
async function hear(sheetsmith: Sheetsmith, news: News, tests: boolean): Promise<void> {
  try {
    if (news.isDeaf) news.isDue = true
    else
      for await (const event of sheetsmith.events.list({ after: news.after, limit: EVENTS_A_PAGE })) {
        if (event.type === "print.completed" && (tests || !event.data.isTest)) news.isDue = true
        news.after = event._id
      }
  } catch (error) {
    if (!(error instanceof SheetsmithError && error.code === "scope-missing")) throw error
    news.isDeaf = true
    news.isDue = true
  }
}

/** Returns the least id of a moment: ids begin with their time in milliseconds (UUID version 7). */
function firstIdOf(ms: number): string {
  const hex = ms.toString(16).padStart(12, "0")
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

type Pull = { into: string; notes: Notes; wanted: (print: Print) => boolean; format: string | undefined }

/** Fetches the listed files that are not noted; returns a status for each that did not come. */
async function pullOnce(sheetsmith: Sheetsmith, { into, notes, wanted, format }: Pull): Promise<ExitCode[]> {
  const missed: ExitCode[] = []
  const listed = new Set<string>()
  const query = { status: "Completed", sortBy: "printedAt", sort: "desc" } as const
  for await (const print of sheetsmith.prints.list(query)) {
    if (print.printedAt === null || print.printedAt < notes.since) break
    if (!wanted(print)) continue
    for (const file of print.fileId) {
      listed.add(file.path)
      // Earlier versions noted no path, which a print that is processed once more has anew.
      const former = notes.files.indexOf(`${print._id} ${file.writingId ?? ""} ${file.sheet} ${file.format}`)
      if (former >= 0) notes.files[former] = file.path
      if (notes.files.includes(file.path) || (format !== undefined && file.format !== format)) continue
      try {
        console.log(await saveFile(sheetsmith, file, into))
      } catch (error) {
        const refusal = missOf(error, file.name ?? file.path)
        if (refusal === null) throw error
        console.error(refusal.message)
        missed.push(refusal.exitCode)
        continue
      }
      notes.files.push(file.path)
      writeNotes(into, notes)
    }
  }
  // Sheets are deleted some days after they were made: what is listed no more need not be remembered.
  notes.files = notes.files.filter((path) => listed.has(path))
  writeNotes(into, notes)
  return missed
}

/** Returns what keeps away one file and none of the others: it breaks off, is deleted or cannot be read. Null for all else. */
function missOf(error: unknown, name: string): Refusal | null {
  if (error instanceof Refusal) return error
  if (!(error instanceof SheetsmithError && [404, 500].includes(error.status))) return null
  const { message, exitCode } = refusalOf(error)
  return new Refusal(`${name}: ${message}`, exitCode)
}

type Opening = { into: string; since: string | undefined; startMs: number }

/** Reads what was fetched before; a folder without notes begins with what ends from the command's start on. */
async function openNotes(sheetsmith: Sheetsmith, { into, since, startMs }: Opening): Promise<Notes> {
  const begun = since === undefined ? undefined : new Date(since).toISOString()
  let text: string
  try {
    text = readFileSync(join(into, NOTES), "utf8")
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error
    return { since: begun ?? (await startOf(sheetsmith, startMs)), files: [] }
  }
  const notes: Notes = JSON.parse(text)
  return begun === undefined ? notes : { ...notes, since: begun }
}

/** Returns the time of the command's start by the server's clock, as `printedAt` is: this machine's may be wrong. */
async function startOf(sheetsmith: Sheetsmith, startMs: number): Promise<string> {
  const { response, error } = await sheetsmith.api.GET("/api/prints", { params: { query: { limit: 1 } } })
  if (!response.ok) throw failureOf(response, error)
  const answeredMs = Date.parse(response.headers.get("date") ?? "") || Date.now()
  return new Date(answeredMs - (performance.now() - startMs)).toISOString()
}

/** Writes the notes in one step: a machine that stops here has the old ones or the new. */
function writeNotes(folder: string, notes: Notes): void {
  const path = join(folder, NOTES)
  writeFileSync(`${path}.part`, JSON.stringify(notes))
  renameSync(`${path}.part`, path)
}
