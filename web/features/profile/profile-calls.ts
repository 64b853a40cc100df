import { queryOptions } from "@tanstack/react-query"
import { z } from "zod"
import { openSessionSchema, type ProfileUpdate, userSchema } from "../../../contract/account.ts"
import { archivePlanSchema } from "../../../contract/archive.ts"
import type { Id } from "../../../contract/id.ts"
import { apiGet, apiSend, apiSendMessage } from "../../lib/api.ts"
import { refresh } from "../../lib/query-client.ts"

/** Changes one's own account; answers what is in force now: a new address waits for its link. */
export async function saveProfile(profile: ProfileUpdate): Promise<ProfileUpdate> {
  const saved = await apiSend("PUT", "/profile", profile, userSchema)
  await refresh("profile")
  return saved
}

/** Sends the link to the new address again; answers the server's words. */
export function sendEmailLink(): Promise<string> {
  return apiSendMessage("POST", "/profile/email-change/send")
}

/** Gives the new address up; answers the server's words. */
export async function keepOldEmail(): Promise<string> {
  try {
    return await apiSendMessage("DELETE", "/profile/email-change")
  } finally {
    await refresh("profile")
  }
}

/** Where the account is signed in. */
export function sessionsOptions(userId: Id) {
  return queryOptions({
    queryKey: ["sessions", userId],
    queryFn: () => apiGet("/profile/sessions", z.array(openSessionSchema)),
  })
}

/** Ends every session but this one; answers the server's words. */
export async function endOtherSessions(body: { password: string }): Promise<string> {
  const message = await apiSendMessage("POST", "/profile/sessions/end", body)
  void refresh("sessions")
  return message
}

/** Into how many files the whole account is packed, and what is in them. */
export function archiveOptions(userId: Id) {
  return queryOptions({
    queryKey: ["profile", "archive", userId],
    queryFn: () => apiGet("/profile/archive", archivePlanSchema),
  })
}

/** One file of the archive. */
export function archiveHref(part: number): string {
  return `/api/profile/archive/part-${part}.zip`
}

/** Deletes one's own account for good. */
export function deleteAccount(body: { password: string }): Promise<undefined> {
  return apiSend("POST", "/profile/delete", body)
}
