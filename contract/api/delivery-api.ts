import { z } from "zod"
import {
  deliverSchema,
  deliveryAddressInputSchema,
  deliveryAddressSchema,
  deliverySchema,
  deliveryTestSchema,
} from "../delivery/delivery.ts"
import { idSchema } from "../id.ts"
import { alsoUnder, reply, routes, saying } from "../route.ts"

/** Folders, buckets and forms that take a seller's finished files. */
export const deliveryAddresses = routes({
  list: {
    method: "GET",
    path: "/delivery-addresses",
    summary: "All addresses, by name; secrets are never returned",
    caller: "user",
    scope: "settings:read",
    replies: { 200: reply(z.array(deliveryAddressSchema)) },
  },
  add: {
    method: "POST",
    path: "/delivery-addresses",
    summary: "Add an address",
    caller: "user",
    scope: "settings:write",
    isOutward: true,
    body: deliveryAddressInputSchema,
    replies: { 201: saying(deliveryAddressSchema) },
    errors: ["conflict", "unprocessable"],
  },
  update: {
    method: "PUT",
    path: "/delivery-addresses/{id}",
    summary: "Change an address; a secret left out stays, unless host or user change",
    caller: "user",
    scope: "settings:write",
    isOutward: true,
    body: deliveryAddressInputSchema,
    replies: { 200: saying(deliveryAddressSchema) },
    errors: ["unprocessable"],
  },
  remove: {
    method: "DELETE",
    path: "/delivery-addresses/{id}",
    summary: "Delete an address with its secrets; deliveries on their way there end",
    caller: "user",
    scope: "settings:write",
    isOutward: true,
    replies: { 200: saying(z.object({ _id: idSchema })) },
  },
  test: {
    method: "POST",
    path: "/delivery-addresses/{id}/test",
    summary: "Test an address: write a small file there and remove it, and return the result",
    caller: "user",
    scope: "settings:write",
    isOutward: true,
    replies: { 200: reply(deliveryTestSchema) },
  },
})

/** The ways of a print's files to the addresses. */
export const deliveries = alsoUnder(["/prints", "/print"], {
  list: {
    method: "GET",
    path: "/prints/{id}/deliveries",
    summary: "Where a print's files went or are going, one for each address, newest first",
    caller: "user",
    scope: "prints:read",
    replies: { 200: reply(z.array(deliverySchema)) },
  },
  add: {
    method: "POST",
    path: "/prints/{id}/deliveries",
    summary: "Send a completed print's files to an address; joins a delivery on its way",
    caller: "user",
    scope: "prints:write",
    isOutward: true,
    body: deliverSchema,
    replies: { 202: saying(deliverySchema) },
    errors: ["conflict"],
  },
})
