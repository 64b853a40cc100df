import { z } from "zod"
import { readRuleSchema } from "../artwork/artwork-rule.ts"
import { sheetTemplateInputSchema, sizeInputSchema } from "../artwork/size.ts"
import { destinationInputSchema } from "../delivery/destination.ts"
import { idSchema } from "../id.ts"
import { deliveryKinds } from "../status.ts"
import { profileSchema } from "./profile.ts"

export const ARCHIVE_FORMAT = "sheetsmith-account"
export const ARCHIVE_VERSION = 1

/** The content of `account.json` in an archive. */
export const archiveAccountSchema = z.object({
  format: z.literal(ARCHIVE_FORMAT, { error: "This is not a Sheetsmith account archive" }),
  version: z.literal(ARCHIVE_VERSION, { error: "This archive was made by another version of Sheetsmith" }),
  exportedAt: z.string(),
  parts: z.number().int().min(1),
  profile: profileSchema,
  categories: z.array(z.object({ _id: idSchema, name: z.string() })),
  sizes: z.array(sizeInputSchema.extend({ _id: idSchema })),
  destinations: z.array(destinationInputSchema.safeExtend({ _id: idSchema })),
  /** The addresses where files went, without passwords and keys: an import cannot add them. */
  deliveryAddresses: z.array(
    z.object({
      _id: idSchema,
      kind: z.enum(deliveryKinds),
      name: z.string(),
      url: z.string(),
      isAutomatic: z.boolean(),
      settings: z.record(z.string(), z.unknown()),
    }),
  ),
  /** The rules by which buyers' words were read, for the orders that an archive does not have. */
  artworkRules: z.array(readRuleSchema.extend({ ruleKey: z.string(), imageId: idSchema.nullable() })),
  sheetTemplates: z.array(sheetTemplateInputSchema.safeExtend({ _id: idSchema })),
  /** The own fonts, by their paths in the first part. */
  fonts: z.array(z.object({ _id: idSchema, family: z.string(), file: z.string() })),
  /** The colour profiles of destinations, likewise; older archives have none. */
  profiles: z.array(z.object({ destinationId: idSchema, file: z.string() })).default([]),
})
export type ArchiveAccount = z.infer<typeof archiveAccountSchema>
