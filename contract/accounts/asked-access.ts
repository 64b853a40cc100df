import { z } from "zod"

/** The letters of what an assistant asks, as the address of the page has it, and of a scope's name. */
const MAX_ASKED_LENGTH = 4_000
const MAX_SCOPE_LENGTH = 40
const MAX_SCOPES = 50

/** The body of POST /assistants/asked and /assistants/refused. */
export const assistantQuestionSchema = z.object({
  question: z
    .string()
    .max(MAX_ASKED_LENGTH, "What this assistant asks is too long to be read")
    .meta({ description: "The query of the page that the assistant has sent the person to" }),
})

/** The body of POST /assistants. The scopes are some of those that the assistant asks for: the page has no list of its own. */
export const assistantConsentSchema = assistantQuestionSchema.extend({
  scopes: z
    .array(z.string().max(MAX_SCOPE_LENGTH))
    .min(1, "Choose what the assistant may do")
    .max(MAX_SCOPES),
})

/** What an assistant asks for. */
export const askedAccessSchema = z.discriminatedUnion("state", [
  z.object({
    state: z.literal("asked"),
    /** The address of the account that it would act for: the person's own, whatever account they work in. */
    email: z.string(),
    /** The name that it calls itself. */
    name: z.string(),
    /** The host that the answer, and so the access, goes to. */
    host: z.string(),
    /** True if that is a program on the person's own computer. */
    isOnThisComputer: z.boolean(),
    scopes: z.array(z.object({ name: z.string(), words: z.string() })),
  }),
  z.object({
    state: z.literal("wrong"),
    /** What is wrong with the question. */
    words: z.string(),
    host: z.string(),
    /** The address at which the assistant hears of that. */
    leadTo: z.string(),
  }),
])
export type AskedAccess = z.infer<typeof askedAccessSchema>

/** The address that leads the person back to the assistant. */
export const ledBackSchema = z.object({ leadTo: z.string() })
