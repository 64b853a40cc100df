import { queryOptions } from "@tanstack/react-query"
import type { z } from "zod"
import type { MemberRole } from "../../../contract/accounts/role.ts"
import { members } from "../../../contract/api/member-api.ts"
import type { Id } from "../../../contract/id.ts"
import type { BodyOf } from "../../../contract/route.ts"
import { api, apiData } from "../../lib/api.ts"
import { refresh } from "../../lib/query-client.ts"

export function membersOptions(userId: Id) {
  return queryOptions({
    queryKey: ["members", userId],
    queryFn: () => apiData(members.list),
  })
}

/** Invites somebody, or again; returns the server's message. */
export async function inviteMember(body: z.input<BodyOf<typeof members.invite>>): Promise<string> {
  try {
    return (await api(members.invite, { body })).message
  } finally {
    // An invitation whose mail could not be sent is there as well.
    void refresh("members")
  }
}

/** Changes what somebody may do; returns the server's message. */
export async function changeRole(id: Id, role: MemberRole): Promise<string> {
  try {
    return (await api(members.update, { params: { id }, body: { role } })).message
  } finally {
    void refresh("members")
  }
}

/** Removes somebody, or takes an invitation back; returns the server's message. */
export async function removeMember(id: Id): Promise<string> {
  try {
    return (await api(members.remove, { params: { id } })).message
  } finally {
    void refresh("members")
  }
}
