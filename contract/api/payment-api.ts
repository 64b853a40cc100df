import { z } from "zod"
import {
  bankTransferReplySchema,
  buyCreditsReplySchema,
  buyCreditsSchema,
  packageOfferSchema,
  paymentListQuerySchema,
  paymentReturnSchema,
  paymentSchema,
  paymentUpdateSchema,
  statementEntrySchema,
  statementQuerySchema,
} from "../credits/payment.ts"
import { listReplySchema } from "../list.ts"
import { file, reply, routes, saying } from "../route.ts"

/** The credit packages, and the two ways to buy one. */
export const packages = routes({
  list: {
    method: "GET",
    path: "/packages",
    summary: "The packages at this person's prices of today",
    caller: "user",
    replies: { 200: reply(z.array(packageOfferSchema)) },
  },
  buy: {
    method: "POST",
    path: "/buyCredits",
    summary: "Buy a package through PayPal",
    caller: "user",
    isSpending: true,
    body: buyCreditsSchema,
    replies: { 200: saying(buyCreditsReplySchema) },
    errors: ["conflict", "vendor-unavailable"],
  },
  transfer: {
    method: "POST",
    path: "/payments/bank-transfer",
    summary: "Buy a package by bank transfer",
    caller: "user",
    isSpending: true,
    body: buyCreditsSchema,
    replies: { 200: reply(bankTransferReplySchema) },
    errors: ["conflict"],
  },
})

/** The payment history: the caller's own, and everybody's for admins. */
export const payments = routes({
  paypalReturn: {
    method: "GET",
    path: "/payments/return",
    summary: "Where PayPal sends the payer's browser back to",
    caller: "anyone",
    query: paymentReturnSchema,
    replies: { 303: { what: "Redirects to the dashboard, which shows the result", media: [] } },
    errors: ["too-many-requests"],
  },
  list: {
    method: "GET",
    path: "/payments",
    summary: "One page of one's own payments",
    caller: "user",
    query: paymentListQuerySchema,
    replies: { 200: listReplySchema(paymentSchema) },
  },
  transfers: {
    method: "GET",
    path: "/payments/completedTransfers",
    summary: "One page of everybody's payments of one status",
    caller: "admin",
    query: paymentListQuerySchema,
    replies: { 200: listReplySchema(paymentSchema) },
  },
  one: {
    method: "GET",
    path: "/payments/{id}",
    summary: "One payment",
    caller: "user",
    replies: { 200: reply(paymentSchema) },
  },
  settle: {
    method: "PUT",
    path: "/payments/{id}",
    summary: "Complete or cancel a bank transfer",
    caller: "admin",
    body: paymentUpdateSchema,
    replies: { 200: saying(paymentSchema) },
    errors: ["conflict"],
  },
})

/** All ledger entries of an account, for its owner and for admins. */
export const statements = routes({
  list: {
    method: "GET",
    path: "/statement",
    summary: "One page of the statement, newest first",
    caller: "user",
    query: statementQuerySchema,
    replies: { 200: listReplySchema(statementEntrySchema) },
  },
  csv: {
    method: "GET",
    path: "/statement.csv",
    summary: "The whole statement, oldest first",
    caller: "user",
    replies: { 200: file("text/csv") },
  },
  ofUser: {
    method: "GET",
    path: "/users/{id}/statement",
    summary: "One page of a person's statement, newest first",
    caller: "admin",
    query: statementQuerySchema,
    replies: { 200: listReplySchema(statementEntrySchema) },
  },
  csvOfUser: {
    method: "GET",
    path: "/users/{id}/statement.csv",
    summary: "A person's whole statement, oldest first",
    caller: "admin",
    replies: { 200: file("text/csv") },
  },
})

/** Webhooks of vendors, authenticated by their signature. */
export const webhooks = routes({
  paypal: {
    method: "POST",
    path: "/webhooks/paypal",
    summary: "Something has changed at PayPal",
    caller: "vendor",
    replies: { 200: reply(z.object({ received: z.literal(true) })) },
    errors: ["conflict", "vendor-unavailable"],
  },
  shopify: {
    method: "POST",
    path: "/webhooks/shopify",
    summary: "Something has changed in a Shopify store, or it asks about a buyer's data",
    caller: "vendor",
    replies: { 200: reply(z.object({ received: z.literal(true) })) },
    errors: ["signed-out"],
  },
})
