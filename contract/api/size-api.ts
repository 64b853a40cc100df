import { z } from "zod"
import {
  sheetTemplateInputSchema,
  sheetTemplateSchema,
  sizeInputSchema,
  sizeSchema,
} from "../artwork/size.ts"
import { idSchema } from "../id.ts"
import { listQuerySchema, listReplySchema, utcOffsetSchema } from "../list.ts"
import { routes, saying } from "../route.ts"
import { undoableSchema } from "../undo.ts"

export const sizes = routes({
  list: {
    method: "GET",
    path: "/sizes",
    summary: "One page of the sizes",
    caller: "user",
    scope: "settings:read",
    query: listQuerySchema.extend({
      sortBy: z.enum(["name", "value", "createdAt", "updatedAt"]).catch("createdAt"),
      utcOffsetMin: utcOffsetSchema,
    }),
    replies: { 200: listReplySchema(sizeSchema) },
  },
  add: {
    method: "POST",
    path: "/sizes",
    summary: "Add a size",
    caller: "user",
    scope: "settings:write",
    body: sizeInputSchema,
    replies: { 201: saying(sizeSchema) },
    errors: ["conflict"],
  },
  update: {
    method: "PUT",
    path: "/sizes/{id}",
    summary: "Change a size",
    caller: "user",
    scope: "settings:write",
    body: sizeInputSchema,
    replies: { 200: saying(sizeSchema) },
  },
  remove: {
    method: "DELETE",
    path: "/sizes/{id}",
    summary: "Delete a size",
    caller: "user",
    scope: "settings:write",
    replies: { 200: saying(undoableSchema.extend({ _id: idSchema })) },
  },
})

/** The sheet templates of a seller; one of them is the default. */
export const sheetTemplates = routes({
  list: {
    method: "GET",
    path: "/sheet-templates",
    summary: "One page of the sheet templates",
    caller: "user",
    scope: "settings:read",
    query: listQuerySchema.extend({
      sortBy: z.enum(["name", "widthIn", "maxLengthIn", "dpi", "createdAt"]).catch("createdAt"),
      sort: z.enum(["asc", "desc"]).catch("asc"),
    }),
    replies: { 200: listReplySchema(sheetTemplateSchema) },
  },
  add: {
    method: "POST",
    path: "/sheet-templates",
    summary: "Add a sheet template",
    caller: "user",
    scope: "settings:write",
    body: sheetTemplateInputSchema,
    replies: { 201: saying(sheetTemplateSchema) },
    errors: ["conflict", "not-found", "unprocessable"],
  },
  update: {
    method: "PUT",
    path: "/sheet-templates/{id}",
    summary: "Change a sheet template",
    caller: "user",
    scope: "settings:write",
    body: sheetTemplateInputSchema,
    replies: { 200: saying(sheetTemplateSchema) },
    errors: ["conflict", "unprocessable"],
  },
  remove: {
    method: "DELETE",
    path: "/sheet-templates/{id}",
    summary: "Delete a sheet template",
    caller: "user",
    scope: "settings:write",
    replies: { 200: saying(undoableSchema.extend({ _id: idSchema })) },
    errors: ["conflict"],
  },
})
