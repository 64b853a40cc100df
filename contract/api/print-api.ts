import { z } from "zod"
import { sharedPrintIdsSchema } from "../delivery/shared-prints.ts"
import { idSchema } from "../id.ts"
import { listReplySchema } from "../list.ts"
import { layoutDocumentSchema, layoutKeepSchema } from "../prints/layout.ts"
import { copySchema, manifestSchema, tickedSchema, ticksSchema } from "../prints/manifest.ts"
import {
  bulkCancelSchema,
  bulkFindingsSchema,
  bulkOutcomeSchema,
  bulkProcessSchema,
  duplicateSchema,
  layoutReplySchema,
  layoutRequestSchema,
  printCreateSchema,
  printIdsSchema,
  printItemInputSchema,
  printItemUpdateSchema,
  printListQuerySchema,
  printSchema,
  printSummarySchema,
  printUpdateSchema,
  processReplySchema,
  processSchema,
  remakeSchema,
  rosterSchema,
} from "../prints/print.ts"
import { printInkSumSchema } from "../prints/print-ink.ts"
import { alsoUnder, file, reply, routes, saying } from "../route.ts"
import { undoableSchema } from "../undo.ts"

const printIds = undoableSchema.extend({ printIds: z.array(idSchema) })

/** The prints of a seller. The specification uses plural and singular: both paths answer. */
export const prints = alsoUnder(["/prints", "/print"], {
  list: {
    method: "GET",
    path: "/prints",
    summary: "One page of the prints",
    caller: "user",
    query: printListQuerySchema,
    replies: { 200: listReplySchema(printSummarySchema) },
  },
  one: {
    method: "GET",
    path: "/prints/{id}",
    summary: "A print with its items",
    caller: "user",
    replies: { 200: reply(printSchema) },
  },
  add: {
    method: "POST",
    path: "/prints",
    summary: "Make a draft; 200 where its request key has made one before",
    caller: "user",
    body: printCreateSchema,
    replies: { 201: saying(printSchema), 200: saying(printSchema) },
    errors: ["conflict", "not-found", "unprocessable"],
  },
  update: {
    method: "PUT",
    path: "/prints/{id}",
    summary: "Rename a print, or choose whether its pieces have labels",
    caller: "user",
    body: printUpdateSchema,
    replies: { 200: saying(printSchema) },
    errors: ["conflict"],
  },
  bulkDelete: {
    method: "POST",
    path: "/prints/bulk-delete",
    summary: "Delete the sheets of several prints",
    caller: "user",
    body: printIdsSchema,
    replies: { 200: saying(printIds) },
  },
  bulkDeleteForce: {
    method: "POST",
    path: "/prints/bulk-delete-force",
    summary: "Delete several prints with all their data",
    caller: "user",
    body: printIdsSchema,
    replies: { 200: saying(printIds) },
  },
  bulkProcess: {
    method: "POST",
    path: "/prints/bulk-process",
    summary:
      "Start several prints in turn, each searched on from the layout stored with it; returns the outcome of each",
    caller: "user",
    body: bulkProcessSchema,
    replies: { 202: reply(z.array(bulkOutcomeSchema)) },
  },
  bulkFindings: {
    method: "POST",
    path: "/prints/bulk-findings",
    summary: "What of several prints' ink will show on the shirts, in short",
    caller: "user",
    body: bulkFindingsSchema,
    replies: { 200: reply(z.array(printInkSumSchema)) },
    errors: ["not-found"],
  },
  bulkCancel: {
    method: "POST",
    path: "/prints/bulk-cancel",
    summary: "Stop several running prints; returns the outcome of each",
    caller: "user",
    body: bulkCancelSchema,
    replies: { 200: reply(z.array(bulkOutcomeSchema)) },
  },
  bulkDownload: {
    method: "POST",
    path: "/prints/bulk-download",
    summary: "Where all files of several prints are as one ZIP, a folder for each",
    caller: "user",
    body: sharedPrintIdsSchema,
    replies: { 200: reply(z.object({ path: z.string() })) },
    errors: ["conflict"],
  },
  duplicate: {
    method: "POST",
    path: "/prints/{id}/duplicate",
    summary:
      "Make a draft with the same images, sizes, values and quantities; 200 where its request key has made one before",
    caller: "user",
    body: duplicateSchema,
    isBodyOptional: true,
    replies: { 201: saying(printSchema), 200: saying(printSchema) },
    errors: ["conflict"],
  },
  remake: {
    method: "POST",
    path: "/prints/{id}/remake",
    summary:
      "Make a draft of pieces of a completed print that were spoilt; 200 where its request key has made one before",
    caller: "user",
    body: remakeSchema,
    replies: { 201: saying(printSchema), 200: saying(printSchema) },
    errors: ["conflict", "unprocessable"],
  },
  ofUser: {
    method: "GET",
    path: "/prints/user/{userId}",
    summary: "One page of a person's prints, for themselves and for admins",
    caller: "user",
    query: printListQuerySchema,
    replies: { 200: listReplySchema(printSummarySchema) },
  },
  removeSheets: {
    method: "DELETE",
    path: "/prints/{id}",
    summary: "Delete a print's sheets; it can be processed again",
    caller: "user",
    replies: { 200: saying(undoableSchema.extend({ _id: idSchema })) },
    errors: ["conflict"],
  },
  removeByGet: {
    method: "GET",
    path: "/prints/{id}/force",
    summary: "Delete a print with all its data, for the app's own script only",
    caller: "script",
    replies: { 200: saying(undoableSchema.extend({ _id: idSchema })) },
    errors: ["conflict"],
  },
  remove: {
    method: "DELETE",
    path: "/prints/{id}/force",
    summary: "Delete a print with all its data",
    caller: "user",
    replies: { 200: saying(undoableSchema.extend({ _id: idSchema })) },
    errors: ["conflict"],
  },
  process: {
    method: "POST",
    path: "/prints/{id}/proccess",
    also: ["/prints/{id}/process"],
    summary:
      "Hold the credits and start rendering the sheets, by a given layout, a searched one, or the better of both",
    caller: "user",
    body: processSchema,
    isBodyOptional: true,
    replies: { 202: saying(processReplySchema) },
    errors: ["conflict", "credits-too-few", "unprocessable", "layout-invalid"],
  },
  cancel: {
    method: "POST",
    path: "/prints/{id}/cancel",
    summary: "Stop a running print and release its credits",
    caller: "user",
    replies: { 200: saying(z.object({ _id: idSchema, status: z.literal("Cancelled") })) },
    errors: ["conflict"],
  },
  addItem: {
    method: "POST",
    path: "/prints/{id}/printItem",
    summary: "Add an item to a draft",
    caller: "user",
    body: printItemInputSchema,
    replies: { 201: saying(printSchema) },
    errors: ["conflict", "unprocessable"],
  },
  addRoster: {
    method: "POST",
    path: "/prints/{id}/roster",
    summary: "Add many pieces of one image to a draft, all or none; refused rows are named by their index",
    caller: "user",
    body: rosterSchema,
    replies: { 201: saying(printSchema.extend(undoableSchema.shape)) },
    errors: ["conflict", "unprocessable"],
  },
  updateItem: {
    method: "PUT",
    path: "/prints/{id}/{itemId}",
    summary: "Change an item of a draft",
    caller: "user",
    body: printItemUpdateSchema,
    replies: { 200: saying(printSchema) },
    errors: ["conflict", "unprocessable"],
  },
  removeItem: {
    method: "DELETE",
    path: "/prints/{id}/{itemId}",
    summary: "Remove an item from a draft",
    caller: "user",
    replies: { 200: saying(printSchema.extend(undoableSchema.shape)) },
    errors: ["conflict"],
  },
})

/** The layouts as documents, of a print's template or another. */
export const printLayouts = alsoUnder(["/prints", "/print"], {
  one: {
    method: "GET",
    path: "/prints/{id}/layout",
    summary: "The layout stored with a print; null where items or template have changed since",
    caller: "user",
    replies: { 200: reply(layoutDocumentSchema.nullable()) },
  },
  keep: {
    method: "PUT",
    path: "/prints/{id}/layout",
    summary: "Check a layout and store it with its print; the last stored one is printed",
    caller: "user",
    body: layoutKeepSchema,
    replies: { 200: reply(layoutReplySchema) },
    errors: ["conflict", "layout-invalid", "unprocessable"],
  },
  dryRun: {
    method: "POST",
    path: "/prints/{id}/layout",
    summary: "The stored layout where one fits, else one laid out quickly and stored; nothing is rendered",
    caller: "user",
    body: layoutRequestSchema,
    isBodyOptional: true,
    replies: { 200: reply(layoutReplySchema) },
    errors: ["layout-invalid", "unprocessable"],
  },
})

/** The place of each copy on a print's sheets, and its order. */
export const manifests = routes({
  one: {
    method: "GET",
    path: "/prints/{id}/manifest",
    summary: "The manifest for programs",
    caller: "user",
    replies: { 200: reply(manifestSchema) },
  },
  tick: {
    method: "PUT",
    path: "/prints/{id}/manifest",
    summary: "Tick copies off, or untick them; a repeat changes nothing",
    caller: "user",
    body: ticksSchema,
    replies: { 200: reply(tickedSchema) },
  },
  find: {
    method: "GET",
    path: "/codes/{code}",
    summary: "The copy that a label's code names: the print's code, the item's number and the copy",
    caller: "user",
    params: { code: z.string() },
    replies: { 200: reply(copySchema) },
  },
  csv: {
    method: "GET",
    path: "/prints/{id}/manifest.csv",
    summary: "The manifest for spreadsheets",
    caller: "user",
    replies: { 200: file("text/csv") },
  },
  html: {
    method: "GET",
    path: "/prints/{id}/manifest.html",
    summary: "The manifest as a page to print",
    caller: "user",
    replies: { 200: file("text/html") },
  },
})
