import { makeZip } from "client-zip"
import {
  ARCHIVE_FILES_PER_PART,
  type ArchivePlan,
  type ArchivePrint,
  archiveFiles,
} from "../../../contract/accounts/archive.ts"
import {
  ARCHIVE_FORMAT,
  ARCHIVE_VERSION,
  type ArchiveAccount,
} from "../../../contract/accounts/archive-account.ts"
import type { ArchiveImage } from "../../../contract/accounts/archive-image.ts"
import type { Profile } from "../../../contract/accounts/profile.ts"
import type { Id } from "../../../contract/id.ts"
import {
  archiveFileOf,
  countArchiveFiles,
  listArchiveImages,
  listArchiveSheets,
  readArchiveLists,
  readArchivePrints,
} from "../../data/accounts/archive-rows.ts"
import { type FontRow, listFontRows } from "../../data/artwork/font-rows.ts"
import { fieldsAndLayersOf, mendsOf } from "../../data/artwork/image-rows.ts"
import { databaseOf } from "../../data/database.ts"
import { listProfiles } from "../../data/delivery/destination-rows.ts"
import { type Env, settingsOf } from "../../env.ts"
import { hubOf } from "../../hub-stub.ts"
import { logError } from "../../log.ts"
import { signBalance } from "../../secrets/archive-balance.ts"

const STATEMENT_ROWS = 100

type Entry = {
  name: string
  input: ReadableStream<Uint8Array> | AsyncIterable<string> | string
  lastModified: Date
}

/** Counts the zip files of an account's archive: artwork first, then the sheets still kept. */
export async function planArchive(env: Env, userId: Id): Promise<ArchivePlan> {
  const { images, sheets, sheetFiles } = await countArchiveFiles(databaseOf(env), userId)
  return { images, sheets, parts: Math.max(1, partsOf(images) + partsOf(sheetFiles)) }
}

/**
 * Streams one part of an account's archive as a zip. It compresses nothing, because artwork and sheets
 * are compressed, and holds only a page of rows. Returns null if there is no such part.
 */
export async function writeArchive(
  env: Env,
  profile: Profile,
  part: number,
  nowMs: number,
): Promise<ReadableStream<Uint8Array> | null> {
  const plan = await planArchive(env, profile._id)
  if (!Number.isInteger(part) || part < 1 || part > plan.parts) return null
  return makeZip(entriesOf(env, profile, part, plan, new Date(nowMs)))
}

async function* entriesOf(
  env: Env,
  profile: Profile,
  part: number,
  plan: ArchivePlan,
  lastModified: Date,
): AsyncGenerator<Entry> {
  const db = databaseOf(env)
  if (part === 1) {
    const fonts = await listFontRows(db, profile._id)
    const profiles = await listProfiles(db, profile._id)
    const account: ArchiveAccount = {
      format: ARCHIVE_FORMAT,
      version: ARCHIVE_VERSION,
      exportedAt: lastModified.toISOString(),
      parts: plan.parts,
      profile,
      ...(await readArchiveLists(db, profile._id)),
      fonts: fonts.map((row) => ({ _id: row.id, family: row.family, file: fontPath(row) })),
      profiles: profiles.map(({ id }) => ({ destinationId: id, file: profilePath(id) })),
    }
    yield { name: archiveFiles.account, input: JSON.stringify(account, null, 2), lastModified }
    const lost: string[] = []
    const prints = noteLost(readArchivePrints(db, profile._id), lost)
    yield { name: archiveFiles.prints, input: linesOf(prints), lastModified }
    if (lost.length > 0) {
      logError("archived prints lost", { userId: profile._id, prints: lost.length })
      yield { name: archiveFiles.missing, input: lost.join(""), lastModified }
    }
    yield { name: archiveFiles.statement, input: linesOf(readStatement(env, profile._id)), lastModified }
    const { available: credits } = await hubOf(env, profile._id).balance()
    const exportedAt = lastModified.toISOString()
    const balance = { userId: profile._id, credits, exportedAt }
    const signed = await signBalance(settingsOf(env).SESSION_KEY, balance)
    yield { name: archiveFiles.balance, input: JSON.stringify(signed, null, 2), lastModified }
    const files = [
      ...fonts.map((row) => ({ key: row.fileKey, name: fontPath(row) })),
      ...profiles.map(({ id, key }) => ({ key, name: profilePath(id) })),
    ]
    for (const { key, name } of files) {
      const object = await env.FILES.get(key)
      if (object) yield { name, input: object.body, lastModified }
    }
  }
  const imageParts = partsOf(plan.images)
  if (part <= imageParts) yield* imageEntries(env, profile._id, part, lastModified)
  else if (plan.sheets > 0) yield* sheetEntries(env, profile._id, part - imageParts, lastModified)
}

async function* imageEntries(env: Env, userId: Id, part: number, lastModified: Date): AsyncGenerator<Entry> {
  const images = await listArchiveImages(databaseOf(env), userId, sliceOf(part))
  const lines: ArchiveImage[] = []
  for (const row of images) {
    const { key, path } = archiveFileOf(row)
    const object = await env.FILES.get(key)
    if (object) yield { name: path, input: object.body, lastModified }
    lines.push({
      _id: row.id,
      name: row.name,
      file: object ? path : null,
      imageCategoryId: row.categoryId === null ? null : row.categoryId,
      score: row.halfStars / 2,
      ...fieldsAndLayersOf(row),
      mends: mendsOf(row),
      inkAccepted: row.inkAccepted,
      createdAt: new Date(row.createdAt).toISOString(),
    })
  }
  yield {
    name: archiveFiles.images,
    input: lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
    lastModified,
  }
}

async function* sheetEntries(env: Env, userId: Id, part: number, lastModified: Date): AsyncGenerator<Entry> {
  for (const { key, path } of await listArchiveSheets(databaseOf(env), userId, sliceOf(part))) {
    // Retention may delete a sheet while the archive is written.
    const object = await env.FILES.get(key)
    if (object) yield { name: path, input: object.body, lastModified }
  }
}

/** Passes prints on, and notes in a line each those whose items could not be read. */
async function* noteLost(prints: AsyncIterable<ArchivePrint>, lost: string[]): AsyncGenerator<ArchivePrint> {
  for await (const print of prints) {
    if (print.areItemsLost)
      lost.push(
        `The items of the print ${print._id} (“${print.name}”, ${print.createdAt.slice(0, 10)}) could not be read.\n`,
      )
    yield print
  }
}

async function* readStatement(env: Env, userId: Id) {
  for (let afterSeq = 0; ; ) {
    const entries = await hubOf(env, userId).statement({ afterSeq, limit: STATEMENT_ROWS })
    yield* entries
    const last = entries.at(-1)
    if (!last) return
    afterSeq = last.seq
  }
}

async function* linesOf(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`
}

function fontPath({ id }: FontRow): string {
  return `fonts/${id}.ttf`
}

function profilePath(destinationId: Id): string {
  return `profiles/${destinationId}.icc`
}

function partsOf(files: number): number {
  return Math.ceil(files / ARCHIVE_FILES_PER_PART)
}

function sliceOf(part: number): { offset: number; limit: number } {
  return { offset: (part - 1) * ARCHIVE_FILES_PER_PART, limit: ARCHIVE_FILES_PER_PART }
}
