import { z } from "zod"
import { userSchema } from "./account.ts"
import { ledgerEntrySchema } from "./hub.ts"
import { idSchema } from "./id.ts"
import { companySchema, personName, usernameFrom, usernameSchema } from "./name.ts"
import { quantitySchema } from "./print.ts"
import { sheetTemplateInputSchema, sizeInputSchema } from "./size.ts"
import { printStatuses, printTypes } from "./status.ts"

/**
 * An account's archive is one or more zip files. The first has `account.json`, `prints.jsonl` and `statement.jsonl`;
 * every one has `images.jsonl` for the artwork it carries below `artwork/`, or finished sheets below `sheets/`.
 */
export const ARCHIVE_FORMAT = "sheetsmith-account"
export const ARCHIVE_VERSION = 1
/** Files in one part: each is a read from R2, and a Worker makes a bounded number of calls for one request. */
export const ARCHIVE_FILES_PER_PART = 400
/** Prints in one import call. */
export const MAX_IMPORTED_PRINTS = 100
/** Of one such call, below what a call may have (worker/middleware/json-limit.ts): a print of 500 items has some 60 KB. */
export const MAX_IMPORTED_BYTES = 180 * 1024

export const archiveFiles = {
  account: "account.json",
  images: "images.jsonl",
  prints: "prints.jsonl",
  statement: "statement.jsonl",
} as const

export const archivePlanSchema = z.object({
  parts: z.number().int().min(1),
  images: z.number().int(),
  sheets: z.number().int(),
})
export type ArchivePlan = z.infer<typeof archivePlanSchema>

export const archiveAccountSchema = z.object({
  format: z.literal(ARCHIVE_FORMAT, { error: "This is not a Sheetsmith account archive" }),
  version: z.literal(ARCHIVE_VERSION, { error: "This archive was made by another version of Sheetsmith" }),
  exportedAt: z.string(),
  parts: z.number().int().min(1),
  profile: userSchema,
  categories: z.array(z.object({ _id: idSchema, name: z.string() })),
  sizes: z.array(sizeInputSchema.extend({ _id: idSchema })),
  sheetTemplates: z.array(sheetTemplateInputSchema.safeExtend({ _id: idSchema })),
})
export type ArchiveAccount = z.infer<typeof archiveAccountSchema>

export const archiveImageSchema = z.object({
  _id: idSchema,
  name: z.string(),
  /** Path in the zip; null when the original is not there any more. */
  file: z.string().nullable(),
  imageCategoryId: idSchema.nullable(),
  score: z.number(),
  createdAt: z.string(),
})
export type ArchiveImage = z.infer<typeof archiveImageSchema>

export const archivePrintSchema = z.object({
  _id: idSchema,
  type: z.enum(printTypes),
  status: z.enum(printStatuses),
  createdAt: z.iso.datetime(),
  printedAt: z.iso.datetime().nullable(),
  items: z.array(
    z.object({ imageId: idSchema.nullable(), sizeId: idSchema.nullable(), quantity: quantitySchema }),
  ),
  /** Paths in the archive's parts of the sheets still kept. */
  sheets: z.array(z.string()),
})
export type ArchivePrint = z.infer<typeof archivePrintSchema>
export const archiveStatementSchema = ledgerEntrySchema

/** POST /operator/sessions: acts for that person; with `profile`, the account is made where there is none. */
export const operatorSessionSchema = z.object({
  email: z.email(),
  profile: userSchema
    .pick({ firstName: true, lastName: true, username: true, company: true, phone: true })
    .optional(),
})
/**
 * What of it an account is made with, by the rules of today. A user name from before them, which its owner cannot change,
 * becomes the one nearest to it.
 */
export const importedProfileSchema = z.object({
  firstName: personName("First name"),
  lastName: personName("Last name"),
  username: z
    .string()
    .transform((name) => (usernameSchema.safeParse(name).success ? name : usernameFrom(name))),
  company: companySchema,
  phone: z.string(),
})
/** POST /operator/prints: prints of an archive with ids of the new account; ones already there are left alone. */
export const operatorPrintsSchema = z.object({
  userId: idSchema,
  prints: z
    .array(archivePrintSchema.omit({ sheets: true }).extend({ requestKey: z.uuid() }))
    .max(MAX_IMPORTED_PRINTS),
})
/** POST /operator/grants: the archive's balance, once for each account that an archive came from. */
export const operatorGrantSchema = z.object({
  userId: idSchema,
  sourceUserId: idSchema,
  credits: z.number().int().positive().max(10_000_000),
})
