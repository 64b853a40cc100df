import { z } from "zod"
import { openSessionSchema, ownerConfirmSchema } from "../accounts/account.ts"
import { archivePlanSchema } from "../accounts/archive.ts"
import {
  ownProfileUpdateSchema,
  ownSettingsSchema,
  profileSchema,
  usedHintsSchema,
} from "../accounts/profile.ts"
import { idSchema } from "../id.ts"
import { file, reply, routes, saying } from "../route.ts"

const done = z.literal(true)

export const profile = routes({
  one: {
    method: "GET",
    path: "/profile",
    summary: "One's own account with its credits",
    caller: "user",
    role: "press",
    replies: { 200: reply(profileSchema) },
  },
  update: {
    method: "PUT",
    path: "/profile",
    summary: "Change one's own account; a new address waits for the link sent to it",
    caller: "user",
    body: ownProfileUpdateSchema,
    replies: { 200: saying(profileSchema) },
    errors: ["conflict", "not-found", "vendor-unavailable"],
  },
  saveSettings: {
    method: "PUT",
    path: "/profile/settings",
    summary: "Change some settings of one's own account; nothing else of it changes",
    caller: "user",
    role: "maker",
    body: ownSettingsSchema,
    replies: { 200: reply(z.object({ isDone: done })) },
  },
  endHints: {
    method: "POST",
    path: "/profile/hints",
    summary: "End hints whose gestures were used; nothing else of the account changes",
    caller: "user",
    body: usedHintsSchema,
    replies: { 200: reply(z.object({ isDone: done })) },
  },
  sendEmailChange: {
    method: "POST",
    path: "/profile/email-change/send",
    summary: "Have the link to the new address sent again",
    caller: "user",
    replies: { 200: saying(z.object({ isSent: done })) },
    errors: ["not-found", "vendor-unavailable"],
  },
  cancelEmailChange: {
    method: "DELETE",
    path: "/profile/email-change",
    summary: "Keep the address as it is",
    caller: "user",
    replies: { 200: saying(z.object({ isCancelled: done })) },
  },
  sessions: {
    method: "GET",
    path: "/profile/sessions",
    summary: "The browsers that are signed in",
    caller: "user",
    replies: { 200: reply(z.array(openSessionSchema)) },
  },
  endSessions: {
    method: "POST",
    path: "/profile/sessions/end",
    summary: "Log out everywhere else",
    caller: "user",
    body: ownerConfirmSchema,
    replies: { 200: saying(z.object({ ended: z.number().int() })) },
    errors: ["unprocessable"],
  },
  archive: {
    method: "GET",
    path: "/profile/archive",
    summary: "How many parts the account's archive has",
    caller: "user",
    replies: { 200: reply(archivePlanSchema) },
  },
  archivePart: {
    method: "GET",
    path: "/profile/archive/{part}",
    summary: "A part of the account's archive",
    caller: "user",
    params: { part: z.string() },
    replies: { 200: file("application/zip") },
    errors: ["too-many-requests"],
  },
  remove: {
    method: "POST",
    path: "/profile/delete",
    summary: "Delete one's own account with everything in it",
    caller: "user",
    body: ownerConfirmSchema,
    replies: { 200: saying(z.object({ _id: idSchema })) },
    errors: ["conflict", "not-found", "unprocessable"],
  },
})
