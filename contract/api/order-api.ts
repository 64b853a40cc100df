import { z } from "zod"
import { idSchema } from "../id.ts"
import { listReplySchema } from "../list.ts"
import {
  matchChoiceSchema,
  orderIdsSchema,
  orderItemSchema,
  orderItemsConfirmSchema,
  orderItemsQuerySchema,
  orderItemUpdateSchema,
  orderListQuerySchema,
  orderSchema,
  orderSummaryQuerySchema,
  orderSummarySchema,
  ordersPrintSchema,
} from "../order.ts"
import { orderBatchReplySchema, orderBatchSchema } from "../order-batch.ts"
import { reply, routes, saying } from "../route.ts"
import {
  matchedSchema,
  matchesSchema,
  skuPairResultSchema,
  skuPairsSchema,
  suggestionSchema,
  suggestionsSchema,
} from "../suggestion.ts"
import { undoableSchema } from "../undo.ts"

/** A seller's orders, and the prints made from their items. */
export const orders = routes({
  list: {
    method: "GET",
    path: "/orders",
    summary: "One page of the orders with their items",
    caller: "user",
    query: orderListQuerySchema,
    replies: { 200: listReplySchema(orderSchema) },
  },
  summary: {
    method: "GET",
    path: "/orders/summary",
    summary: "How many orders ship when, and how many wait for a person",
    caller: "user",
    query: orderSummaryQuerySchema,
    replies: { 200: reply(orderSummarySchema) },
  },
  items: {
    method: "GET",
    path: "/orders/items",
    summary: "Order items by their ids, separated by commas; those that are gone are left out",
    caller: "user",
    query: orderItemsQuerySchema,
    replies: { 200: reply(z.array(orderItemSchema)) },
  },
  print: {
    method: "POST",
    path: "/orders/print",
    summary: "Make a draft of order items; 200 where its request key has made one before",
    caller: "user",
    body: ordersPrintSchema,
    replies: { 201: saying(z.object({ _id: idSchema })), 200: saying(z.object({ _id: idSchema })) },
    errors: ["conflict", "not-found"],
  },
  batch: {
    method: "POST",
    path: "/orders/batch",
    summary: "Make a draft of all that can be printed and has to leave; tell what is left out",
    caller: "user",
    body: orderBatchSchema,
    isBodyOptional: true,
    replies: { 201: saying(orderBatchReplySchema), 200: saying(orderBatchReplySchema) },
    errors: ["conflict", "not-found"],
  },
  bulkDelete: {
    method: "POST",
    path: "/orders/bulk-delete",
    summary: "Delete several orders",
    caller: "user",
    body: orderIdsSchema,
    replies: { 200: saying(undoableSchema.extend({ orderIds: z.array(idSchema) })) },
  },
  update: {
    method: "PUT",
    path: "/orders/items/{id}",
    summary: "Confirm an order item's values, mend its wording, or give it an image or size of its own",
    caller: "user",
    body: orderItemUpdateSchema,
    replies: { 200: saying(orderItemSchema) },
    errors: ["unprocessable"],
  },
  confirm: {
    method: "POST",
    path: "/orders/items/confirm",
    summary: "Confirm the values of several order items, or take that back",
    caller: "user",
    body: orderItemsConfirmSchema,
    replies: { 200: saying(z.array(orderItemSchema)) },
    errors: ["not-found", "unprocessable"],
  },
  match: {
    method: "PUT",
    path: "/orders/items/{id}/match",
    summary: "Choose an order item's image or size, for it and for later ones like it",
    caller: "user",
    body: matchChoiceSchema,
    replies: { 200: saying(orderItemSchema) },
  },
  suggestions: {
    method: "POST",
    path: "/orders/suggestions",
    summary: "Images and sizes that order items most likely mean, with how certain that is",
    caller: "user",
    body: suggestionsSchema,
    replies: { 200: reply(z.array(suggestionSchema)) },
  },
  matchAll: {
    method: "POST",
    path: "/orders/match",
    summary: "Choose images and sizes of several order items, make sizes, or forget choices",
    caller: "user",
    body: matchesSchema,
    replies: { 200: saying(matchedSchema) },
    errors: ["not-found", "conflict"],
  },
  matchSkus: {
    method: "POST",
    path: "/orders/match-skus",
    summary: "Choose images by file name for SKUs; with dryRun only tell what that would do",
    caller: "user",
    body: skuPairsSchema,
    replies: { 200: saying(z.array(skuPairResultSchema)) },
  },
})
