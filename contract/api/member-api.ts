import { z } from "zod"
import { acceptSchema, invitationSchema, memberSchema, memberUpdateSchema } from "../accounts/member.ts"
import { workplaceSchema } from "../accounts/workplace.ts"
import { idSchema } from "../id.ts"
import { reply, routes, saying } from "../route.ts"

export const members = routes({
  list: {
    method: "GET",
    path: "/members",
    summary: "The people of one's own account and those invited to it, the newest first",
    caller: "user",
    replies: { 200: reply(z.array(memberSchema)) },
  },
  invite: {
    method: "POST",
    path: "/members",
    summary: "Invite somebody by mail; an invitation that waits is sent again",
    caller: "user",
    body: invitationSchema,
    replies: { 201: saying(memberSchema) },
    errors: ["conflict", "unprocessable", "vendor-unavailable"],
  },
  accept: {
    method: "POST",
    path: "/members/accept",
    summary: "Accept an invitation, by the token in its link; a repeat changes nothing",
    caller: "user",
    isOwn: true,
    body: acceptSchema,
    replies: { 200: saying(workplaceSchema) },
    errors: ["conflict", "gone"],
  },
  update: {
    method: "PUT",
    path: "/members/{id}",
    summary: "Change what somebody may do; their next call goes by it",
    caller: "user",
    body: memberUpdateSchema,
    replies: { 200: saying(memberSchema) },
  },
  remove: {
    method: "DELETE",
    path: "/members/{id}",
    summary: "Remove somebody, or take an invitation back; their next call is refused",
    caller: "user",
    replies: { 200: saying(z.object({ _id: idSchema })) },
  },
})

/** The accounts that the signed-in person works in. */
export const workplaces = routes({
  list: {
    method: "GET",
    path: "/workplaces",
    summary: "The accounts that one works in, one's own first",
    caller: "user",
    isOwn: true,
    replies: { 200: reply(z.array(workplaceSchema)) },
  },
  leave: {
    method: "DELETE",
    path: "/workplaces/{id}",
    summary: "Leave an account that one was invited to",
    caller: "user",
    isOwn: true,
    replies: { 200: saying(z.object({ _id: idSchema })) },
  },
})
