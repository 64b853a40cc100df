import { todayFilmSchema, todaySchema } from "../orders/today.ts"
import { reply, routes } from "../route.ts"

/** A day's work at a glance. */
export const today = routes({
  counts: {
    method: "GET",
    path: "/today",
    summary: "How much ships today, is late, waits for a person, or for a step after printing",
    caller: "user",
    scope: "orders:read",
    replies: { 200: reply(todaySchema) },
  },
  film: {
    method: "GET",
    path: "/today/film",
    summary: "The items that a batch of today would print now, and those it would leave out",
    caller: "user",
    scope: "orders:read",
    errors: ["too-many-requests"],
    replies: { 200: reply(todayFilmSchema) },
  },
})
