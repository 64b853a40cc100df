import { z } from "zod"
import { accessTokenInputSchema, accessTokenSchema, newAccessTokenSchema } from "../accounts/access-token.ts"
import { idSchema } from "../id.ts"
import { reply, routes, saying } from "../route.ts"

export const tokens = routes({
  list: {
    method: "GET",
    path: "/tokens",
    summary: "One's own access tokens, the newest first",
    caller: "user",
    replies: { 200: reply(z.array(accessTokenSchema)) },
  },
  add: {
    method: "POST",
    path: "/tokens",
    summary: "Make an access token; this reply alone has it",
    caller: "user",
    body: accessTokenInputSchema,
    replies: { 201: saying(newAccessTokenSchema) },
    errors: ["conflict", "unprocessable"],
  },
  remove: {
    method: "DELETE",
    path: "/tokens/{id}",
    summary: "Revoke an access token; from then on it opens nothing",
    caller: "user",
    replies: { 200: saying(z.object({ _id: idSchema })) },
  },
})
