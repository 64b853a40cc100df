import { z } from "zod"
import { artworkValuesSchema } from "../artwork/artwork-field.ts"
import { idSchema } from "../id.ts"
import { MAX_NAME_LENGTH, MAX_SET_CREDITS } from "../limit.ts"
import { companySchema, labelText, personName, usernameFrom, usernameSchema } from "../name.ts"
import { quantitySchema } from "../prints/quantity.ts"
import { printStatuses, printTypes } from "../status.ts"
import { userSchema } from "./account.ts"

/** The files in one part. Each is a read from R2, and a Worker's calls per request are bounded. */
export const ARCHIVE_FILES_PER_PART = 400
export const MAX_IMPORTED_PRINTS = 100
/** The bytes of an import call, below MAX_JSON_BYTES of the Worker. A print of 500 items has about 60 kB. */
export const MAX_IMPORTED_BYTES = 180 * 1024

/**
 * An archive is one or more zip files. The first has `account.json`, `prints.jsonl`, `statement.jsonl`
 * and `balance.json`, and `missing.txt` if something could not be read any more. Each has `images.jsonl` for its artwork in `artwork/`, or sheets in `sheets/`.
 */
export const archiveFiles = {
  account: "account.json",
  images: "images.jsonl",
  prints: "prints.jsonl",
  statement: "statement.jsonl",
  balance: "balance.json",
  missing: "missing.txt",
} as const

export const archivePlanSchema = z.object({
  parts: z.number().int().min(1),
  images: z.number().int(),
  /** The number of sheets, each counted once, however many files it has. */
  sheets: z.number().int(),
})
export type ArchivePlan = z.infer<typeof archivePlanSchema>

export const archivePrintSchema = z.object({
  _id: idSchema,
  name: z.string().max(MAX_NAME_LENGTH).overwrite(labelText),
  type: z.enum(printTypes),
  status: z.enum(printStatuses),
  createdAt: z.iso.datetime(),
  printedAt: z.iso.datetime().nullable(),
  /** True for a test, which it stays; older archives do not say it. */
  isTest: z.boolean().default(false),
  items: z.array(
    z.object({
      imageId: idSchema.nullable(),
      sizeId: idSchema.nullable(),
      quantity: quantitySchema,
      values: artworkValuesSchema,
    }),
  ),
  /** The paths, in the archive's parts, of the sheets still kept. */
  sheets: z.array(z.string()),
  /** True if the items could not be read any more. */
  areItemsLost: z.boolean().optional(),
})
export type ArchivePrint = z.infer<typeof archivePrintSchema>
/** The content of `balance.json`: what the account could spend, signed by the deployment that says so. */
export const archiveBalanceSchema = z.object({
  userId: idSchema,
  credits: z.number().int().min(0).max(MAX_SET_CREDITS),
  exportedAt: z.iso.datetime(),
  signature: z.string(),
})
export type ArchiveBalance = z.infer<typeof archiveBalanceSchema>

/** The body of POST /operator/sessions: acts for that user. `profile` creates a missing account. */
export const operatorSessionSchema = z.object({
  email: z.email(),
  profile: userSchema
    .pick({ firstName: true, lastName: true, username: true, company: true, phone: true })
    .optional(),
})
/**
 * The profile of an archive, brought up to today's rules for a new account. A user name that breaks
 * them becomes the nearest valid one, because its owner cannot change it.
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
/** The body of POST /operator/prints: an archive's prints, with new ids. Existing ones stay as is. */
export const operatorPrintsSchema = z.object({
  userId: idSchema,
  prints: z
    .array(archivePrintSchema.omit({ sheets: true }).extend({ requestKey: z.uuid() }))
    .max(MAX_IMPORTED_PRINTS),
})
/** The body of POST /operator/grants: a signed balance of an archive, that of each account once in all. */
/** The body of POST /operator/moves: the account by its address, and the binding of its new database. */
export const operatorMoveSchema = z.object({
  email: z.string().min(3),
  to: z.string().regex(/^DB(_[1-9]\d{0,3})?$/),
  /** True to take back a move that has not come to its end. */
  isBack: z.boolean().default(false),
})
export const operatorGrantSchema = z.object({ userId: idSchema, balance: archiveBalanceSchema })
