import { z } from "zod"
import { publicConfigSchema, statisticsSchema } from "../accounts/account.ts"
import {
  operatorGrantSchema,
  operatorMoveSchema,
  operatorPrintsSchema,
  operatorSessionSchema,
} from "../accounts/archive.ts"
import { idSchema } from "../id.ts"
import { waitingKinds } from "../operations/operations.ts"
import { reply, routes } from "../route.ts"
import { vendors } from "../status.ts"

const count = z.number().int()
const counted = [...waitingKinds, "sweeps"] as const
const eachCount = Object.fromEntries(counted.map((kind) => [kind, count])) as Record<
  (typeof counted)[number],
  typeof count
>

export const site = routes({
  health: {
    method: "GET",
    path: "/health",
    summary: "Whether the Worker and its database answer, and the counts of stuck work",
    caller: "anyone",
    scope: "any",
    replies: {
      200: reply(
        z.object({
          status: z.enum(["ok", "stalled"]),
          /** Rows that wait longer than they should; sweeps that fail, or that no trigger starts. */
          stalled: z.object(eachCount),
          /** The number of mails that are not tried again. */
          givenUp: z.object({ mails: count }),
          /** The time of the last run of the minute's sweeps; null before the first. */
          sweptAt: z.string().nullable(),
        }),
      ),
    },
  },
  config: {
    method: "GET",
    path: "/config",
    summary: "What the page must know before anyone signs in",
    caller: "anyone",
    scope: "any",
    replies: { 200: reply(publicConfigSchema) },
  },
  openapi: {
    method: "GET",
    path: "/openapi.json",
    summary: "This description",
    caller: "anyone",
    scope: "any",
    replies: { 200: z.looseObject({ openapi: z.string() }) },
  },
  statistics: {
    method: "GET",
    path: "/statistics",
    summary: "The dashboard's figures",
    caller: "user",
    scope: "reports:read",
    replies: { 200: reply(statisticsSchema) },
  },
})

/** A check; `isRight` is null if the vendor does not say. `message` is a sentence, without secrets. */
const vendorCheckSchema = z.object({
  vendor: z.enum(vendors),
  isRight: z.boolean().nullable(),
  message: z.string(),
})
export type VendorCheck = z.infer<typeof vendorCheckSchema>

/** The calls of `npm run setup`, and those of `npm run export` and `import` beyond a user's own. */
export const operator = routes({
  vendors: {
    method: "GET",
    path: "/operator/vendors",
    summary: "Whether each vendor accepts our settings; asks them now",
    caller: "operator",
    replies: { 200: reply(z.array(vendorCheckSchema)) },
  },
  openSession: {
    method: "POST",
    path: "/operator/sessions",
    summary: "Open a short session as a person; with a profile, make the account first",
    caller: "operator",
    body: operatorSessionSchema,
    replies: { 201: reply(z.object({ _id: idSchema })) },
    errors: ["conflict"],
  },
  importPrints: {
    method: "POST",
    path: "/operator/prints",
    summary: "Import prints of an archive",
    caller: "operator",
    body: operatorPrintsSchema,
    replies: { 201: reply(z.object({ imported: count })) },
  },
  importGrant: {
    method: "POST",
    path: "/operator/grants",
    summary: "Import the balance of an archive that this deployment signed, once in all",
    caller: "operator",
    body: operatorGrantSchema,
    replies: { 201: reply(z.object({ availableCredits: count })) },
    errors: ["conflict", "unprocessable"],
  },
  move: {
    method: "POST",
    path: "/operator/moves",
    summary: "Move an account to another database as far as one call comes, or take a move back",
    caller: "operator",
    body: operatorMoveSchema,
    replies: { 200: reply(z.object({ state: z.enum(["waiting", "moving", "moved", "taken-back"]) })) },
    errors: ["conflict"],
  },
})
