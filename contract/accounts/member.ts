import { z } from "zod"
import { idSchema } from "../id.ts"
import { emailSchema } from "./account.ts"
import { type MemberRole, memberRoleNames } from "./role.ts"

/** The name of each role, and what somebody with it does, for whoever invites them. */
export const memberRoles: Record<MemberRole, { name: string; does: string }> = {
  maker: {
    name: "Maker",
    does: "Does everything but buy credits, invite people and make access tokens",
  },
  press: {
    name: "Press",
    does: "Sees prints, fetches their files and ticks off what is pressed; no prices, no buyers' addresses",
  },
}

const memberRoleSchema = z.enum(memberRoleNames, { error: "Choose what this person may do" })

/** The body of POST /members. */
export const invitationSchema = z.object({ email: emailSchema, role: memberRoleSchema })
/** The body of PUT /members/{id}. */
export const memberUpdateSchema = z.object({ role: memberRoleSchema })
/** The body of POST /members/accept. */
export const acceptSchema = z.object({
  token: z.string({ error: "The invitation's link is not complete" }).min(1).max(200),
})

/** Somebody who works in the account, or is invited to. */
export const memberSchema = z.object({
  _id: idSchema,
  /** The address that the invitation went to; once it is accepted, the person's own. */
  email: z.string(),
  /** The name; null until the invitation is accepted. */
  name: z.string().nullable(),
  role: memberRoleSchema,
  invitedAt: z.string(),
  /** The end of the invitation's link. */
  expiresAt: z.string(),
  /** The time when it was accepted; null while it waits. */
  joinedAt: z.string().nullable(),
})
export type Member = z.infer<typeof memberSchema>
