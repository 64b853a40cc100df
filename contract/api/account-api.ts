import { z } from "zod"
import {
  captchaSchema,
  emailChangeUndoneSchema,
  forgotPasswordSchema,
  loginSchema,
  registerSchema,
  resetPasswordSchema,
  signUpSchema,
  undoEmailChangeSchema,
  verifyReplySchema,
} from "../accounts/account.ts"
import { idSchema } from "../id.ts"
import { reply, routes, saying } from "../route.ts"
import { texts } from "../text.ts"

const done = z.literal(true)

/** The calls for sign-up, sign-in and sign-out, without a session. */
export const account = routes({
  verifyCaptcha: {
    method: "POST",
    path: "/verify-captcha",
    summary: "Exchange a Turnstile token for a captcha pass",
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
    summary: "Open the link that confirms an address",
    caller: "anyone",
    query: z.object({
      token: z.string({ error: texts.verifyFailed }).min(1, texts.verifyFailed).max(200),
    }),
    replies: { 200: saying(verifyReplySchema) },
    errors: ["too-many-requests"],
  },
  signUp: {
    method: "GET",
    path: "/sign-up",
    summary: "This browser's sign-up, until its first session",
    caller: "anyone",
    replies: { 200: reply(signUpSchema.nullable()) },
  },
  sendVerification: {
    method: "POST",
    path: "/sign-up/send",
    summary: "E-mail the sign-up's link again",
    caller: "anyone",
    replies: { 200: saying(z.object({ isSent: done })) },
    errors: ["conflict", "too-many-requests", "vendor-unavailable"],
  },
  enter: {
    method: "POST",
    path: "/sign-up/enter",
    summary: "Sign in after sign-up, once the address is confirmed",
    caller: "anyone",
    replies: { 200: reply(z.object({ _id: idSchema })) },
    errors: ["conflict"],
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
    summary: "Log out",
    caller: "anyone",
    replies: { 200: reply(z.object({ isSignedOut: done })) },
  },
  forgotPassword: {
    method: "POST",
    path: "/forgot-password",
    summary: "E-mail a reset code",
    caller: "anyone",
    body: forgotPasswordSchema,
    replies: { 200: saying(z.object({ isSent: done })) },
  },
  resetPassword: {
    method: "POST",
    path: "/reset-password",
    summary: "Set a new password with a mailed code",
    caller: "anyone",
    body: resetPasswordSchema,
    replies: { 200: saying(z.object({ isReset: done })) },
  },
  undoEmailChange: {
    method: "POST",
    path: "/undo-email-change",
    summary: "Restore the address that a link was mailed to",
    caller: "anyone",
    body: undoEmailChangeSchema,
    replies: { 200: saying(emailChangeUndoneSchema) },
  },
})
