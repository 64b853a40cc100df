import { z } from "zod"
import { piecesWantedSchema, shownPieceSchema } from "../artwork/artwork-piece.ts"
import { artworkPreviewSchema } from "../artwork/artwork-preview.ts"
import { file, reply, routes } from "../route.ts"

export const artwork = routes({
  preview: {
    method: "POST",
    path: "/images/{id}/preview",
    summary: "The image with values in its fields, as it is printed, smaller",
    caller: "user",
    scope: "images:read",
    body: artworkPreviewSchema,
    replies: { 200: file("image/png") },
    errors: ["conflict", "unprocessable"],
  },
  pieces: {
    method: "POST",
    path: "/images/{id}/variants",
    summary: "The image with each of these sets of values: what is drawn already, the rest is queued",
    caller: "user",
    scope: "images:read",
    body: piecesWantedSchema,
    replies: { 200: reply(z.array(shownPieceSchema)) },
    errors: ["conflict"],
  },
})
