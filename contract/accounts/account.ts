import { z } from "zod"
import { idSchema } from "../id.ts"
import { lengthUnits } from "../length.ts"
import { MAX_EMAIL_LENGTH, MAX_PASSWORD_LENGTH, MAX_PHONE_LENGTH, MIN_PASSWORD_LENGTH } from "../limit.ts"
import { companySchema, personName, usernameSchema } from "../name.ts"
import { userRoles, userStatuses } from "../status.ts"
import { texts } from "../text.ts"
import { resetCodeSchema } from "./reset-code.ts"

export const emailSchema = z
  .string({ error: texts.emailRequired })
  .trim()
  .min(1, texts.emailRequired)
  .max(MAX_EMAIL_LENGTH, texts.emailInvalid)
  .pipe(z.email({ error: texts.emailInvalid }))
  .meta({ format: "email" })

/** A phone number: `+`, digits, spaces, dashes and brackets, at most 15 characters, at least one digit. */
export const phoneSchema = z
  .string({ error: texts.phoneInvalid })
  .trim()
  .max(MAX_PHONE_LENGTH, texts.phoneInvalid)
  .regex(/^\+?[\d\s()-]*\d[\d\s()-]*$/, texts.phoneInvalid)

const passwordSchema = z
  .string({ error: texts.passwordRequired })
  .min(1, texts.passwordRequired)
  .min(MIN_PASSWORD_LENGTH, `Password must be at least ${MIN_PASSWORD_LENGTH} characters`)
  .max(MAX_PASSWORD_LENGTH, `Password must be at most ${MAX_PASSWORD_LENGTH} characters`)

export const registerSchema = z.object({
  firstName: personName("First name"),
  lastName: personName("Last name"),
  username: usernameSchema,
  company: companySchema.default(""),
  phone: phoneSchema,
  email: emailSchema,
  password: passwordSchema,
  /** The unit that people use where the browser says it is. */
  lengthUnit: z.enum(lengthUnits).default("in"),
})
export type Register = z.infer<typeof registerSchema>

export const loginSchema = z.object({
  /** An e-mail address or a user name. */
  email: z
    .string({ error: texts.emailRequired })
    .trim()
    .min(1, texts.emailRequired)
    .max(MAX_EMAIL_LENGTH, texts.emailInvalid),
  password: z
    .string({ error: texts.passwordRequired })
    .min(1, texts.passwordRequired)
    .max(MAX_PASSWORD_LENGTH, `Password must be at most ${MAX_PASSWORD_LENGTH} characters`),
})

/**
 * The answer of GET /verify. `trial`: true if this mailbox's free credits went to this account or were
 * granted before. Null if the account got its credits with another mailbox.
 */
export const verifyReplySchema = z.object({
  isVerified: z.literal(true),
  trial: z.enum(["granted", "had"]).nullable(),
  /** The new address, when the link confirmed a change of address. */
  email: z.string().optional(),
})
export type VerifyReply = z.infer<typeof verifyReplySchema>

/** A sign-up of this browser that has led to no session yet. */
export const signUpSchema = z.object({ email: z.string(), isVerified: z.boolean() })
export type SignUp = z.infer<typeof signUpSchema>

/** The forms behind a captcha: the widget's `action`, which Turnstile signs with its token. */
export const captchaForms = ["sign-in", "sign-up"] as const
export type CaptchaForm = (typeof captchaForms)[number]

export const captchaSchema = z.object({ token: z.string().min(1, texts.captchaMissing).max(2048) })

export const forgotPasswordSchema = z.object({ email: emailSchema })

export const resetPasswordSchema = z
  .object({
    email: emailSchema,
    resetToken: resetCodeSchema,
    password: passwordSchema,
    confirmPassword: z.string().max(MAX_PASSWORD_LENGTH),
  })
  .refine((form) => form.password === form.confirmPassword, {
    path: ["confirmPassword"],
    error: texts.passwordsDiffer,
  })
  .meta({
    examples: [
      {
        email: "maya@shop.example",
        resetToken: "7K3QX-9M2TD",
        password: "a new password",
        confirmPassword: "a new password",
      },
    ],
  })

export const profileUpdateSchema = z.object({
  firstName: personName("First name"),
  lastName: personName("Last name"),
  email: emailSchema,
  company: companySchema.default(""),
  phone: phoneSchema.or(z.literal("")),
})
export type ProfileUpdate = z.infer<typeof profileUpdateSchema>

/** The body of POST /undo-email-change, from the link to the old address. */
export const undoEmailChangeSchema = z.object({ token: z.string().min(1).max(200) })
export const emailChangeUndoneSchema = z.object({ email: z.string() })

/** A row of GET /profile/sessions, newest first. A session's id opens nothing: its cookie is signed. */
export const openSessionSchema = z.object({
  _id: idSchema,
  createdAt: z.string(),
  expiresAt: z.string(),
  isCurrent: z.boolean(),
})
export type OpenSession = z.infer<typeof openSessionSchema>

/**
 * The body of POST /profile/sessions/end (ends every session but the caller's) and POST
 * /profile/delete. The password proves that the owner asks, and means it.
 */
export const ownerConfirmSchema = loginSchema.pick({ password: true })

export const userSchema = z.object({
  _id: idSchema,
  email: z.string(),
  /** The new address, in the profile only, while a change waits for the link sent to it. */
  pendingEmail: z.string().optional(),
  firstName: z.string(),
  lastName: z.string(),
  username: z.string(),
  company: z.string(),
  phone: z.string(),
  role: z.enum(userRoles),
  status: z.enum(userStatuses),
  credit: z.object({
    availableCredits: z.number(),
    usedCredits: z.number(),
    /** The credits owed while a refund of spent credits is unpaid: nothing can be spent until it is paid. */
    owedCredits: z.number().optional(),
  }),
})
export type User = z.infer<typeof userSchema>

/** The counts of all prints and orders are at most `MAX_COUNTED_FIGURE`, which stands for as many or more. */
export const statisticsSchema = z.object({
  pendingPrints: z.number().default(0),
  totalPrints: z.number().default(0),
  printedImages: z.number().default(0),
  usedCredits: z.number().default(0),
  pendingOrders: z.number().default(0),
  totalOrders: z.number().default(0),
  completedOrders: z.number().default(0),
  totalIntegrations: z.number().default(0),
  /** The prints that make pieces again; not in the specification. */
  remadePrints: z.number().default(0),
  /** The number of images for the first-run checklist and the film meter; not in the specification. */
  totalImages: z.number().default(0),
  totalSizes: z.number().default(0),
  /** The film of this month (UTC). */
  filmIn: z.number().default(0),
  filmUsedShare: z.number().default(0),
  /** The bank transfers of all accounts that wait for their money; for admins, else null. */
  pendingTransfers: z.number().nullable().default(null),
})
export type Statistics = z.infer<typeof statisticsSchema>

/** The settings that the page needs before anyone signs in. */
export const publicConfigSchema = z.object({
  turnstile: z.object({ siteKey: z.string(), scriptUrl: z.string() }),
  /** Types of shops that can be connected here. */
  marketplaces: z.array(z.string()),
})
export type PublicConfig = z.infer<typeof publicConfigSchema>
