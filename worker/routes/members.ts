import type { Member } from "../../contract/accounts/member.ts"
import type { Workplace } from "../../contract/accounts/workplace.ts"
import { members, workplaces } from "../../contract/api/member-api.ts"
import { DAY_MS } from "../../contract/duration.ts"
import { ApiError, unknown } from "../../contract/error.ts"
import { makeId } from "../../contract/id.ts"
import { INVITATION_DAYS, MAX_MEMBERS } from "../../contract/limit.ts"
import { ApiRoutes } from "../api-routes.ts"
import {
  acceptInvitation,
  deleteMember,
  findInvitation,
  findMember,
  insertInvitation,
  type ListedMember,
  leaveWorkplace,
  listMembers,
  updateMemberRole,
} from "../data/accounts/member-rows.ts"
import { accountKey } from "../data/accounts/user-rows.ts"
import { directoryOf } from "../data/database.ts"
import { settingsOf } from "../env.ts"
import { closeSocketsOfMember } from "../flows/accounts/close-sockets.ts"
import { mailInvitation } from "../flows/accounts/mail-invitation.ts"
import { accountNameOf, workplacesOf } from "../flows/accounts/read-workplaces.ts"
import { logSecurity } from "../log.ts"
import { limitRate, rateRules } from "../rate-limit.ts"
import { hashSecret, makeLinkToken } from "../secrets/mailed-secret.ts"
import { idOf } from "../valid.ts"

/** The people of the signed-in person's account. */
export const membersRoutes = new ApiRoutes()
  .serve(members.list, async (c) => {
    return { data: (await listMembers(directoryOf(c.env), c.var.user.id)).map(replyOf) }
  })
  .serve(members.invite, async (c) => {
    const { email, role } = c.req.valid("json")
    const { user, requestId } = c.var
    const emailKey = accountKey(email)
    if (user.role === "admin")
      throw new ApiError("unprocessable", "An admin's account reaches all others, so nobody is invited to it")
    if (emailKey === user.emailKey) throw inField("unprocessable", "This is your own address")
    await limitRate(c, rateRules.inviteByAccount, user.id)
    const nowMs = Date.now()
    const token = makeLinkToken()
    const id = await insertInvitation(directoryOf(c.env), {
      id: makeId(nowMs),
      accountId: user.id,
      ...{ email, emailKey, role },
      tokenHash: await hashOf(c.env, token),
      invitedAt: nowMs,
      expiresAt: nowMs + INVITATION_DAYS * DAY_MS,
    })
    const all = await listMembers(directoryOf(c.env), user.id)
    if (id === null)
      throw all.some((row) => row.emailKey === emailKey)
        ? inField("conflict", "This person works in your account already")
        : new ApiError("conflict", `An account has at most ${MAX_MEMBERS} people. Remove one first.`)
    await mailInvitation(c, { to: email, from: `${user.firstName} ${user.lastName}`.trim(), role, token })
    logSecurity("member-invited", { requestId, userId: user.id, memberId: id, role })
    const made = all.find((row) => row.id === id)
    if (!made) throw unknown("person")
    return { data: replyOf(made), message: `We sent an invitation to ${email}` }
  })
  .serve(members.accept, async (c) => {
    const { user, requestId } = c.var
    const directory = directoryOf(c.env)
    const tokenHash = await hashOf(c.env, c.req.valid("json").token)
    const invitation = await findInvitation(directory, tokenHash)
    const nowMs = Date.now()
    if (!invitation || (invitation.userId === null && invitation.expiresAt <= nowMs)) throw gone()
    const { account, role } = invitation
    const isForThem = user.emailVerifiedAt !== null && invitation.emailKey === user.emailKey
    const isTheirs = invitation.userId === user.id
    if (invitation.userId !== null && !isTheirs) throw gone()
    if (!isForThem && !isTheirs)
      throw new ApiError(
        "forbidden",
        "This invitation was sent to another address. Sign in with the address that it came to.",
      )
    const proof = { tokenHash, emailKey: user.emailKey, userId: user.id, nowMs }
    if (!isTheirs && !(await acceptInvitation(directory, proof)))
      throw new ApiError("conflict", "You work in this account already, or in as many as one person can")
    logSecurity("member-joined", { requestId, userId: user.id, accountId: account.id, role })
    const name = accountNameOf(account)
    return { data: { _id: account.id, name, role }, message: `You work in the account of ${name} now` }
  })
  .serve(members.update, async (c) => {
    const id = idOf(c, "person")
    const { user, requestId } = c.var
    const { role } = c.req.valid("json")
    const directory = directoryOf(c.env)
    if (!(await updateMemberRole(directory, { accountId: user.id, id, role }))) throw unknown("person")
    const row = await findMember(directory, user.id, id)
    if (!row) throw unknown("person")
    if (row.userId) await closeSocketsOfMember(c.env, user.id, row.userId)
    logSecurity("member-changed", { requestId, userId: user.id, memberId: id, role })
    return { data: replyOf(row), message: "Role changed" }
  })
  .serve(members.remove, async (c) => {
    const id = idOf(c, "person")
    const { user, requestId } = c.var
    const removed = await deleteMember(directoryOf(c.env), user.id, id)
    if (!removed) throw unknown("person")
    if (removed.userId) await closeSocketsOfMember(c.env, user.id, removed.userId)
    logSecurity("member-removed", { requestId, userId: user.id, memberId: id })
    const message = removed.userId
      ? "Person removed. They see nothing here any more."
      : "Invitation taken back"
    return { data: { _id: id }, message }
  })
  .serve(workplaces.list, async (c) => {
    const data: Workplace[] = await workplacesOf(c.env, c.var.user)
    return { data }
  })
  .serve(workplaces.leave, async (c) => {
    const accountId = idOf(c, "account")
    const { user, requestId } = c.var
    if (!(await leaveWorkplace(directoryOf(c.env), user.id, accountId))) throw unknown("account")
    await closeSocketsOfMember(c.env, accountId, user.id)
    logSecurity("member-left", { requestId, userId: user.id, accountId })
    return { data: { _id: accountId }, message: "You do not work in this account any more" }
  })

function replyOf({ id, email, person, role, invitedAt, expiresAt, joinedAt }: ListedMember): Member {
  return {
    _id: id,
    email: person?.email ?? email,
    name: person && `${person.firstName} ${person.lastName}`.trim(),
    role,
    invitedAt: new Date(invitedAt).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
    joinedAt: joinedAt === null ? null : new Date(joinedAt).toISOString(),
  }
}

function hashOf(env: Parameters<typeof settingsOf>[0], token: string): Promise<string> {
  return hashSecret(settingsOf(env).SESSION_KEY, "invitation", token)
}

function inField(code: "conflict" | "unprocessable", message: string): ApiError {
  return new ApiError(code, message, { fields: { email: message } })
}

/** Returns the refusal of a link that opens nothing: it is mistyped, replaced, used, taken back or too old. */
function gone(): ApiError {
  return new ApiError("gone", "This invitation is not valid any more. Ask for a new one.")
}
