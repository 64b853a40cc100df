import { z } from "zod"
import { idSchema } from "../id.ts"
import { MAX_REASON_LENGTH, MAX_SET_CREDITS } from "../limit.ts"
import { listQuerySchema } from "../list.ts"
import { companySchema, labelText } from "../name.ts"
import { userRoles, userStatuses } from "../status.ts"
import { profileUpdateSchema, registerSchema, userSchema } from "./account.ts"
import { planNames } from "./plan.ts"

/** The body of POST /users by an admin: role user, a verified address; the user name is optional. */
export const userCreateSchema = registerSchema
  .pick({ email: true, password: true, firstName: true, lastName: true })
  .extend({ username: registerSchema.shape.username.optional() })

/** The body of PUT /users/{id} by an admin: any profile field, the role, the status, or the plan. */
export const userUpdateSchema = profileUpdateSchema
  .partial()
  .extend({
    // The profile's default is left out: it would empty the company on every status change.
    company: companySchema.optional(),
    role: z.enum(userRoles).optional(),
    status: z.enum(userStatuses).optional(),
    plan: z.enum(planNames).optional(),
  })
  .refine((change) => Object.keys(change).length > 0, "Nothing to change")
  .meta({ minProperties: 1 })

/**
 * The body of PUT /users/{id}/credit: the new balance. The ledger gets the difference as an entry that
 * names the admin. `expected` is the balance that the admin saw: the difference to it is applied only
 * while it still holds. Otherwise the answer is 409 `balance-moved` with the current balance.
 */
export const creditUpdateSchema = z.object({
  availableCredits: z
    .number({ error: "Credits must be a whole number" })
    .int("Credits must be a whole number")
    .positive("Credits must be a positive whole number")
    .max(MAX_SET_CREDITS, `Credits must be at most ${MAX_SET_CREDITS.toLocaleString("en")}`),
  expected: z
    .number({ error: "The balance that was seen must be a whole number" })
    .int("The balance that was seen must be a whole number")
    .min(0, "The balance that was seen must be 0 or more")
    .optional(),
  /** A reason for the audit trail only. */
  reason: z
    .string({ error: "The reason must be a text" })
    .overwrite(labelText)
    .trim()
    .max(MAX_REASON_LENGTH, `The reason must be at most ${MAX_REASON_LENGTH} characters`)
    .default(""),
  /** The page's key for the request; the same key again changes nothing. */
  requestKey: z.uuid().optional(),
})

export const userListQuerySchema = listQuerySchema.extend({
  sortBy: z
    .enum(["createdAt", "firstName", "lastName", "email", "username", "role", "status"])
    .catch("createdAt"),
  role: z.enum(userRoles).optional().catch(undefined),
  status: z.enum(userStatuses).optional().catch(undefined),
})
export type UserListQuery = z.infer<typeof userListQuerySchema>

/** A row of the admin's user list. */
export const listedUserSchema = userSchema.extend({
  createdAt: z.string(),
  isVerified: z.boolean(),
  plan: z.enum(planNames),
})
export type ListedUser = z.infer<typeof listedUserSchema>

/** An entry of GET /audit by an admin, newest first. */
export const auditEntrySchema = z.object({
  _id: idSchema,
  actor: z.string(),
  action: z.string(),
  subject: z.string(),
  details: z.string(),
  /** The admin's own words; empty if none were given. */
  reason: z.string(),
  createdAt: z.string(),
})
export type AuditEntry = z.infer<typeof auditEntrySchema>
