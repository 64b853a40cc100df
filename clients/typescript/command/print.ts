import { randomUUID } from "node:crypto"
import { openAsBlob, statSync } from "node:fs"
import { basename } from "node:path"
import { parseArgs } from "node:util"
import {
  type ArtworkFile,
  type Job,
  type JobRequest,
  type Sheetsmith,
  SheetsmithError,
} from "../sheetsmith.ts"
import { openAccount } from "./access.ts"
import { type ExitCode, exitCodeOf, exitCodes, Refusal, refusalOf } from "./exit-code.ts"
import { printLocally } from "./print-locally.ts"
import { openProgress, type Progress } from "./progress.ts"
import { saveFile } from "./save-file.ts"

/** The files and bytes of one upload: the server takes as many files, and Cloudflare refuses calls above 100 MB. */
const MAX_UPLOAD_FILES = 20
const MAX_UPLOAD_BYTES = 95 * 1024 * 1024
/** The seconds between two looks at a job. */
const LOOK_S = 2

const options = {
  width: { type: "string" },
  copies: { type: "string", default: "1" },
  out: { type: "string", default: "sheets" },
  template: { type: "string" },
  name: { type: "string" },
  reference: { type: "string" },
  "max-credits": { type: "string" },
  key: { type: "string" },
  quote: { type: "boolean", default: false },
  draft: { type: "boolean", default: false },
  local: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  origin: { type: "string" },
} as const

/** The options that the engine alone does not obey: a film of another width would be the wrong one. */
const appOptions = ["template", "name", "reference", "max-credits", "key", "json"] as const

/** What was asked for at the command line, with numbers as numbers. */
type Wish = ReturnType<typeof readArguments>

/** Prints files: has them laid out and rendered by the app, and fetches the sheets. Returns the exit status. */
export async function print(args: string[]): Promise<ExitCode> {
  const wish = readArguments(args)
  for (const file of wish.files)
    if (!statSync(file, { throwIfNoEntry: false })?.isFile())
      throw new Refusal(`${file}: there is no such file`)
  if (wish.isLocal) return printLocally(wish, wish.forApp)
  const sheetsmith = openAccount(process.env, wish.origin)
  const progress = openProgress(process.stderr)
  let isSent = false
  try {
    const job = await sendJob(sheetsmith, wish, progress)
    isSent = true
    const ended = await sheetsmith.jobs.ended(job._id, {
      everyS: LOOK_S,
      onState: (state) => show(progress, state),
    })
    const saved: string[] = []
    for (const [i, file] of (ended.status === "completed" ? ended.files : []).entries()) {
      progress.show("Fetching sheets", i / ended.files.length)
      saved.push(await saveFile(sheetsmith, file, wish.out))
    }
    progress.end()
    return tell(ended, saved, wish)
  } catch (error) {
    progress.end()
    const refusal = error instanceof SheetsmithError ? refusalOf(error, wish.files) : error
    const isRefusal = refusal instanceof Refusal
    if (!isSent && !(isRefusal && refusal.exitCode === exitCodes.unreachable)) throw refusal
    const advice = `Run it again with --key ${wish.key}: nothing is printed twice.`
    if (!isRefusal) throw new Error(advice, { cause: error })
    throw new Refusal(`${refusal.message}\n${advice}`, refusal.exitCode)
  }
}

function readArguments(args: string[]) {
  const { values, positionals: files } = parseArgs({ args, options, allowPositionals: true })
  if (files.length === 0) throw new Refusal("Name the files to print", exitCodes.usage)
  if (values.width === undefined)
    throw new Refusal("Say how wide they are printed: --width 10", exitCodes.usage)
  if (values.quote && values.draft) throw new Refusal("--quote or --draft, not both", exitCodes.usage)
  const action = values.quote ? "quote" : values.draft ? "draft" : "process"
  return {
    ...{ files, out: values.out, origin: values.origin, key: values.key ?? randomUUID() },
    ...{ isLocal: values.local, isJson: values.json, action: action as JobRequest["action"] },
    widthIn: numberOf("--width", values.width),
    copies: numberOf("--copies", values.copies),
    maxCredits:
      values["max-credits"] === undefined ? undefined : numberOf("--max-credits", values["max-credits"]),
    ...{ template: values.template, name: values.name, reference: values.reference },
    forApp: appOptions.filter((option) => values[option] !== undefined && values[option] !== false),
  }
}

function numberOf(option: string, text: string): number {
  const value = Number(text)
  if (text.trim() === "" || !Number.isFinite(value) || value < 0)
    throw new Refusal(`${option} takes a number, not "${text}"`, exitCodes.usage)
  return value
}

/** Sends the job with its files beside it; more files than one form takes are uploaded before. */
async function sendJob(sheetsmith: Sheetsmith, wish: Wish, progress: Progress): Promise<Job> {
  const { files, widthIn, copies, key } = wish
  const sheetTemplateId =
    wish.template === undefined ? undefined : await templateOf(sheetsmith, wish.template)
  const { action, maxCredits, name, reference } = wish
  const common = { action, maxCredits, name, reference, sheetTemplateId }
  const batches = batchesOf(files)
  const rest = { widthIn, quantity: copies }
  if (batches.length === 1) {
    progress.show("Sending artwork")
    const named = await opened(files)
    const items = named.map(({ name: file }) => ({ file, ...rest }))
    return sheetsmith.jobs.create({ ...common, items }, { files: named, key })
  }
  const items: JobRequest["items"] = []
  for (const [i, batch] of batches.entries()) {
    progress.show("Sending artwork", items.length / files.length)
    const uploadKey = `${key} ${i + 1} of ${batches.length}`
    const { data, refused } = await sheetsmith.images.upload(await opened(batch), { key: uploadKey })
    if (refused.length > 0)
      throw new Refusal(refused.map(({ name: file, reason }) => `${file}: ${reason}`).join("\n"))
    items.push(...data.map(({ _id: imageId }) => ({ imageId, ...rest })))
  }
  return sheetsmith.jobs.create({ ...common, items }, { key })
}

/** Returns the files as an upload has them, each under a name of its own. */
async function opened(paths: readonly string[]): Promise<ArtworkFile[]> {
  const taken = new Set<string>()
  return Promise.all(
    paths.map(async (path, i) => {
      const name = taken.has(basename(path)) ? `${i + 1}-${basename(path)}` : basename(path)
      taken.add(name)
      return { name, data: await openAsBlob(path) }
    }),
  )
}

function batchesOf(paths: readonly string[]): string[][] {
  const batches: string[][] = [[]]
  let bytes = 0
  for (const path of paths) {
    const { size } = statSync(path)
    const batch = batches[batches.length - 1]
    if (batch.length === MAX_UPLOAD_FILES || (batch.length > 0 && bytes + size > MAX_UPLOAD_BYTES)) {
      batches.push([path])
      bytes = size
    } else {
      batch.push(path)
      bytes += size
    }
  }
  return batches
}

async function templateOf(sheetsmith: Sheetsmith, wanted: string): Promise<string> {
  const names: string[] = []
  for await (const { _id, name } of sheetsmith.sheetTemplates.list()) {
    if (_id === wanted || name.toLowerCase() === wanted.toLowerCase()) return _id
    names.push(name)
  }
  throw new Refusal(`There is no sheet template "${wanted}". There are: ${names.join(", ")}`, exitCodes.usage)
}

const steps = { reading: "Reading artwork", layout: "Laying out", rendering: "Making sheets" } as const

function show(progress: Progress, { status, progress: done }: Job): void {
  if (status !== "reading" && status !== "layout" && status !== "rendering") return
  progress.show(steps[status], done && done.total > 0 ? done.done / done.total : null)
}

/** Tells what a job has come to; returns the exit status. */
function tell(job: Job, saved: readonly string[], { files, isJson, action }: Wish): ExitCode {
  if (isJson) console.log(JSON.stringify({ job, saved }))
  const { status, errors, quote } = job
  if (status !== "completed") {
    for (const { item, message } of errors)
      console.error(item === null ? message : `${files[item]}: ${message}`)
    return errors.length > 0 ? exitCodeOf(errors[0].code) : exitCodes.refused
  }
  if (isJson) return exitCodes.done
  // Where files are printed, the output is their list alone, for what comes next in a script.
  const say = action === "quote" ? console.log : console.error
  if (quote) say(`${quote.credits} credits, ${quote.filmIn} in of film`)
  for (const { message } of quote?.warnings ?? []) say(message)
  if (action === "draft") console.log(`Draft ${job.printId}`)
  for (const path of saved) console.log(path)
  return exitCodes.done
}
