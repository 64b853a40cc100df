import { artworkPreviewSchema } from "../artwork-field.ts"
import { file, routes } from "../route.ts"

/** Artwork with values in its fields. */
export const artwork = routes({
  preview: {
    method: "POST",
    path: "/images/{id}/preview",
    summary: "The image with values in its fields, as it is printed, smaller",
    caller: "user",
    body: artworkPreviewSchema,
    replies: { 200: file("image/png") },
    errors: ["conflict", "unprocessable"],
  },
})
