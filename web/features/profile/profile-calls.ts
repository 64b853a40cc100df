import { queryOptions } from "@tanstack/react-query"
import type { ProfileUpdate } from "../../../contract/accounts/account.ts"
import { profile } from "../../../contract/api/profile-api.ts"
import type { Id } from "../../../contract/id.ts"
import { api, apiData } from "../../lib/api.ts"
import { refresh } from "../../lib/query-client.ts"

/** Changes one's own account; returns the values in force: a new address waits for its link. */
export async function saveProfile(body: ProfileUpdate): Promise<ProfileUpdate> {
  const saved = await apiData(profile.update, { body })
  await refresh("profile")
  return saved
}

/** Sends the link to the new address again; returns the server's message. */
export async function sendEmailLink(): Promise<string> {
  return (await api(profile.sendEmailChange)).message
}

/** Drops the new address; returns the server's message. */
export async function keepOldEmail(): Promise<string> {
  try {
    return (await api(profile.cancelEmailChange)).message
  } finally {
    await refresh("profile")
  }
}

export function sessionsOptions(userId: Id) {
  return queryOptions({
    queryKey: ["sessions", userId],
    queryFn: () => apiData(profile.sessions),
  })
}

/** Ends every session but this one; returns the server's message. */
export async function endOtherSessions(body: { password: string }): Promise<string> {
  const message = (await api(profile.endSessions, { body })).message
  void refresh("sessions")
  return message
}

/** Loads how many files the whole account is packed into, and their content. */
export function archiveOptions(userId: Id) {
  return queryOptions({
    queryKey: ["profile", "archive", userId],
    queryFn: () => apiData(profile.archive),
  })
}

/** Returns the address of one file of the archive. */
export function archiveHref(part: number): string {
  return `/api/profile/archive/part-${part}.zip`
}

/** Deletes one's own account for good. */
export async function deleteAccount(body: { password: string }): Promise<void> {
  await apiData(profile.remove, { body })
}
