import { z } from "zod"
import {
  captchaSchema,
  emailChangeUndoneSchema,
  forgotPasswordSchema,
  loginSchema,
  openSessionSchema,
  ownerConfirmSchema,
  profileUpdateSchema,
  registerSchema,
  resetPasswordSchema,
  undoEmailChangeSchema,
  userSchema,
  verifyReplySchema,
} from "../account.ts"
import { archivePlanSchema } from "../archive.ts"
import { idSchema } from "../id.ts"
import { file, reply, routes, saying } from "../route.ts"
import { texts } from "../text.ts"

const done = z.literal(true)

/** Sign-up, sign-in and sign-out, for callers without a session. */
export const account = routes({
  verifyCaptcha: {
    method: "POST",
    path: "/verify-captcha",
    summary: "Trade a Turnstile token for a captcha pass",
    caller: "anyone",
    body: captchaSchema,
    replies: { 200: reply(z.object({ success: z.boolean() })).extend({ message: z.string().optional() }) },
    errors: ["vendor-unavailable"],
  },
  register: {
    method: "POST",
    path: "/register",
    summary: "Sign up",
    caller: "anyone",
    body: registerSchema,
    replies: { 201: saying(z.object({ _id: idSchema, email: z.string() })) },
    errors: ["conflict", "vendor-unavailable"],
  },
  verify: {
    method: "GET",
    path: "/verify",
    summary: "Open the link that proves an address",
    caller: "anyone",
    query: z.object({
      token: z.string({ error: texts.verifyFailed }).min(1, texts.verifyFailed).max(200),
    }),
    replies: { 200: saying(verifyReplySchema) },
    errors: ["too-many-requests"],
  },
  login: {
    method: "POST",
    path: "/login",
    summary: "Sign in",
    caller: "anyone",
    body: loginSchema,
    replies: { 200: reply(z.object({ _id: idSchema })) },
    errors: ["signed-out", "vendor-unavailable"],
  },
  logout: {
    method: "POST",
    path: "/logout",
    summary: "Sign out",
    caller: "anyone",
    replies: { 200: reply(z.object({ isSignedOut: done })) },
  },
  forgotPassword: {
    method: "POST",
    path: "/forgot-password",
    summary: "Have a reset code mailed",
    caller: "anyone",
    body: forgotPasswordSchema,
    replies: { 200: saying(z.object({ isSent: done })) },
  },
  resetPassword: {
    method: "POST",
    path: "/reset-password",
    summary: "Set a new password by mailed code",
    caller: "anyone",
    body: resetPasswordSchema,
    replies: { 200: saying(z.object({ isReset: done })) },
  },
  undoEmailChange: {
    method: "POST",
    path: "/undo-email-change",
    summary: "Put back the address that a link was mailed to",
    caller: "anyone",
    body: undoEmailChangeSchema,
    replies: { 200: saying(emailChangeUndoneSchema) },
  },
})

/** The signed-in person's own account. */
export const profile = routes({
  one: {
    method: "GET",
    path: "/profile",
    summary: "One's own account with its credits",
    caller: "user",
    replies: { 200: reply(userSchema) },
  },
  update: {
    method: "PUT",
    path: "/profile",
    summary: "Change one's own account; a new address waits for the link sent to it",
    caller: "user",
    body: profileUpdateSchema,
    replies: { 200: saying(userSchema) },
    errors: ["conflict", "not-found", "vendor-unavailable"],
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
    summary: "Where one is signed in",
    caller: "user",
    replies: { 200: reply(z.array(openSessionSchema)) },
  },
  endSessions: {
    method: "POST",
    path: "/profile/sessions/end",
    summary: "Sign out everywhere else",
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
