import { z } from "zod"
import {
  auditEntrySchema,
  creditUpdateSchema,
  listedUserSchema,
  userCreateSchema,
  userListQuerySchema,
  userUpdateSchema,
} from "../accounts/user.ts"
import { idSchema } from "../id.ts"
import { listQuerySchema, listReplySchema } from "../list.ts"
import { alsoUnder, reply, routes, saying } from "../route.ts"

/** The administration of accounts. The specification uses plural and singular: both paths answer. */
export const users = alsoUnder(["/users", "/user"], {
  list: {
    method: "GET",
    path: "/users",
    summary: "One page of all accounts",
    caller: "admin",
    query: userListQuerySchema,
    replies: { 200: listReplySchema(listedUserSchema) },
  },
  add: {
    method: "POST",
    path: "/users",
    summary: "Make an account with a verified address",
    caller: "admin",
    body: userCreateSchema,
    replies: { 201: saying(listedUserSchema) },
    errors: ["conflict"],
  },
  one: {
    method: "GET",
    path: "/users/{id}",
    summary: "One account",
    caller: "admin",
    replies: { 200: reply(listedUserSchema) },
  },
  update: {
    method: "PUT",
    path: "/users/{id}",
    summary: "Change an account, its role, status or plan",
    caller: "admin",
    body: userUpdateSchema,
    replies: { 200: saying(listedUserSchema) },
    errors: ["conflict"],
  },
  setCredit: {
    method: "PUT",
    path: "/users/{id}/credit",
    summary: "Set an account's available credits",
    caller: "admin",
    body: creditUpdateSchema,
    replies: { 200: saying(listedUserSchema) },
    errors: ["conflict", "balance-moved"],
  },
  remove: {
    method: "DELETE",
    path: "/users/{id}",
    summary: "Delete an account with everything in it",
    caller: "admin",
    replies: { 200: saying(z.object({ _id: idSchema })) },
    errors: ["conflict"],
  },
})

/** The audit trail of admins' actions. */
export const audit = routes({
  list: {
    method: "GET",
    path: "/audit",
    summary: "One page of what admins did, newest first",
    caller: "admin",
    query: listQuerySchema,
    replies: { 200: listReplySchema(auditEntrySchema) },
  },
})
