import { z } from "zod"
import {
  autopilotInputSchema,
  autopilotPressSchema,
  autopilotPreviewSchema,
  autopilotRunSchema,
  autopilotSchema,
  autopilotUpdateSchema,
} from "../autopilots/autopilot.ts"
import { autopilotOfferSchema } from "../autopilots/autopilot-offer.ts"
import { idSchema } from "../id.ts"
import { reply, routes, saying } from "../route.ts"

/** The prints that make themselves: at their times, once there is film enough, or when they are asked for. */
export const autopilots = routes({
  list: {
    method: "GET",
    path: "/autopilots",
    summary: "All autopilots, the newest first; a store has at most one",
    caller: "user",
    scope: "orders:read",
    replies: { 200: reply(z.array(autopilotSchema)) },
  },
  add: {
    method: "POST",
    path: "/autopilots",
    summary: "Add a store's autopilot",
    caller: "user",
    scope: "prints:spend",
    body: autopilotInputSchema,
    replies: { 201: saying(autopilotSchema) },
    errors: ["conflict", "not-found"],
  },
  offer: {
    method: "GET",
    path: "/autopilot-offer",
    summary: "An autopilot that does what was done by hand twice; null if none is offered",
    caller: "user",
    scope: "orders:read",
    replies: { 200: reply(autopilotOfferSchema.nullable()) },
    errors: ["too-many-requests"],
  },
  closeOffer: {
    method: "DELETE",
    path: "/autopilot-offer",
    summary: "Close the offer of an autopilot for good; one that it has only tried is deleted",
    caller: "user",
    replies: { 200: saying(z.null()) },
    errors: ["conflict"],
  },
  one: {
    method: "GET",
    path: "/autopilots/{id}",
    summary: "An autopilot",
    caller: "user",
    scope: "orders:read",
    replies: { 200: reply(autopilotSchema) },
  },
  update: {
    method: "PUT",
    path: "/autopilots/{id}",
    summary:
      "Change, pause or resume an autopilot; fields left out stay, and missed runs are not made up for",
    caller: "user",
    scope: "prints:spend",
    body: autopilotUpdateSchema,
    replies: { 200: saying(autopilotSchema) },
    errors: ["conflict", "unprocessable"],
  },
  remove: {
    method: "DELETE",
    path: "/autopilots/{id}",
    summary: "Delete an autopilot and its runs; its prints stay",
    caller: "user",
    scope: "prints:spend",
    replies: { 200: saying(z.object({ _id: idSchema })) },
  },
  runs: {
    method: "GET",
    path: "/autopilots/{id}/runs",
    summary: "The last 30 runs, the newest first",
    caller: "user",
    scope: "orders:read",
    replies: { 200: reply(z.array(autopilotRunSchema)) },
  },
  preview: {
    method: "GET",
    path: "/autopilots/{id}/run",
    summary: "What a run would print now, with its film and credits",
    caller: "user",
    scope: "orders:read",
    replies: { 200: reply(autopilotPreviewSchema) },
    errors: ["too-many-requests"],
  },
  run: {
    method: "POST",
    path: "/autopilots/{id}/run",
    summary: "Run an autopilot now; while one of its runs is under way, returns that",
    caller: "user",
    scope: "prints:spend",
    body: autopilotPressSchema,
    isBodyOptional: true,
    replies: { 202: saying(autopilotRunSchema) },
    errors: ["conflict"],
  },
})
