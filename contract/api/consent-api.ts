import {
  askedAccessSchema,
  assistantConsentSchema,
  assistantQuestionSchema,
  ledBackSchema,
} from "../accounts/asked-access.ts"
import { reply, routes } from "../route.ts"

/** What the page calls that an assistant sends a person to: it shares nothing with other pages. */
export const consents = routes({
  ask: {
    method: "POST",
    path: "/assistants/asked",
    summary: "What an assistant asks for, by the address that it has sent the person to",
    caller: "user",
    isOwn: true,
    body: assistantQuestionSchema,
    replies: { 200: reply(askedAccessSchema) },
    errors: ["unprocessable"],
  },
  allow: {
    method: "POST",
    path: "/assistants",
    summary: "Let an assistant act for one's own account, within these scopes",
    caller: "user",
    isOwn: true,
    body: assistantConsentSchema,
    replies: { 201: reply(ledBackSchema) },
    errors: ["conflict", "unprocessable"],
  },
  refuse: {
    method: "POST",
    path: "/assistants/refused",
    summary: "Refuse what an assistant asks for",
    caller: "user",
    isOwn: true,
    body: assistantQuestionSchema,
    replies: { 200: reply(ledBackSchema) },
    errors: ["unprocessable"],
  },
})
