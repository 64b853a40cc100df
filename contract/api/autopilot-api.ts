import { z } from "zod"
import {
  autopilotInputSchema,
  autopilotRunSchema,
  autopilotSchema,
  autopilotUpdateSchema,
} from "../autopilots/autopilot.ts"
import { idSchema } from "../id.ts"
import { reply, routes, saying } from "../route.ts"

/** The prints that make themselves: for each shop at its times, or once there is film enough. */
export const autopilots = routes({
  list: {
    method: "GET",
    path: "/autopilots",
    summary: "All autopilots, the newest first; a shop has at most one",
    caller: "user",
    replies: { 200: reply(z.array(autopilotSchema)) },
  },
  add: {
    method: "POST",
    path: "/autopilots",
    summary: "Add a shop's autopilot",
    caller: "user",
    body: autopilotInputSchema,
    replies: { 201: saying(autopilotSchema) },
    errors: ["conflict", "not-found"],
  },
  one: {
    method: "GET",
    path: "/autopilots/{id}",
    summary: "An autopilot",
    caller: "user",
    replies: { 200: reply(autopilotSchema) },
  },
  update: {
    method: "PUT",
    path: "/autopilots/{id}",
    summary:
      "Change, pause or resume an autopilot; fields left out stay, and missed runs are not made up for",
    caller: "user",
    body: autopilotUpdateSchema,
    replies: { 200: saying(autopilotSchema) },
    errors: ["conflict", "unprocessable"],
  },
  remove: {
    method: "DELETE",
    path: "/autopilots/{id}",
    summary: "Delete an autopilot and its runs; its prints stay",
    caller: "user",
    replies: { 200: saying(z.object({ _id: idSchema })) },
  },
  runs: {
    method: "GET",
    path: "/autopilots/{id}/runs",
    summary: "The last 30 runs, the newest first",
    caller: "user",
    replies: { 200: reply(z.array(autopilotRunSchema)) },
  },
})
