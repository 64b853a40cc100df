import { z } from "zod"
import { mediaTypes } from "../artwork/artwork-kind.ts"
import {
  bulkMendSchema,
  idsSchema,
  imageBulkUpdateSchema,
  imageCategoryInputSchema,
  imageCategorySchema,
  imageListQuerySchema,
  imageSchema,
  imageUpdateSchema,
  refusedFileSchema,
  scoreSchema,
  uploadedFileSchema,
  uploadKeySchema,
} from "../artwork/image.ts"
import { sheetFileKinds } from "../delivery/sheet-format.ts"
import { idSchema } from "../id.ts"
import { DEFAULT_IMAGE_PAGE_SIZE, MAX_UPLOAD_FILES } from "../limit.ts"
import { listQuerySchema, listReplySchema, pageSizeSchema } from "../list.ts"
import { file, reply, routes, saying } from "../route.ts"
import { undoableSchema } from "../undo.ts"

/** The replies to a range request or a conditional request. */
const partialReplies = {
  206: file(...mediaTypes, "application/octet-stream"),
  304: { what: "It has not changed", media: [] },
  416: { what: "The file has no such part", media: [] },
}

export const images = routes({
  list: {
    method: "GET",
    path: "/images",
    summary: "One page of the library",
    caller: "user",
    scope: "images:read",
    // The image library starts with a larger page than other lists.
    query: imageListQuerySchema.extend({
      limit: pageSizeSchema(DEFAULT_IMAGE_PAGE_SIZE),
    }),
    replies: { 200: listReplySchema(imageSchema) },
  },
  one: {
    method: "GET",
    path: "/images/{id}",
    summary: "One image",
    caller: "user",
    scope: "images:read",
    replies: { 200: reply(imageSchema) },
  },
  upload: {
    method: "POST",
    path: "/images/bulk-upload",
    summary: "Upload images",
    caller: "user",
    scope: "images:write",
    form: z.object({
      files: z.array(z.file()).min(1).max(MAX_UPLOAD_FILES),
      imageCategoryId: idSchema.optional(),
      score: scoreSchema.optional(),
      requestKey: uploadKeySchema.optional(),
    }),
    replies: {
      201: saying(z.array(uploadedFileSchema)).extend({ refused: z.array(refusedFileSchema) }),
    },
    errors: ["conflict", "not-found", "unprocessable", "unsupported-type"],
  },
  bulkDelete: {
    method: "POST",
    path: "/images/bulk-delete",
    summary: "Delete several images",
    caller: "user",
    scope: "images:write",
    body: idsSchema,
    replies: { 200: saying(undoableSchema.extend({ ids: z.array(idSchema) })) },
  },
  bulkUpdate: {
    method: "PUT",
    path: "/images/bulk-update",
    summary: "Move several images to a category",
    caller: "user",
    scope: "images:write",
    body: imageBulkUpdateSchema,
    replies: { 200: saying(z.object({ moved: z.number().int() })) },
    errors: ["not-found"],
  },
  bulkMend: {
    method: "POST",
    path: "/images/bulk-mend",
    summary: "Mend several images alike",
    caller: "user",
    scope: "images:write",
    body: bulkMendSchema,
    replies: {
      200: saying(
        undoableSchema.extend({
          changed: z.number().int(),
          refused: z.array(z.object({ imageId: idSchema, message: z.string() })),
        }),
      ),
    },
  },
  update: {
    method: "PUT",
    path: "/images/{id}",
    summary: "Change an image's name, category, score, fields, layers or mends",
    caller: "user",
    scope: "images:write",
    body: imageUpdateSchema,
    replies: { 200: saying(imageSchema) },
    errors: ["conflict", "unprocessable"],
  },
  remove: {
    method: "DELETE",
    path: "/images/{id}",
    summary: "Delete an image",
    caller: "user",
    scope: "images:write",
    replies: { 200: saying(undoableSchema.extend({ _id: idSchema })) },
  },
})

export const imageCategories = routes({
  list: {
    method: "GET",
    path: "/image-categories",
    summary: "One page of the categories",
    caller: "user",
    scope: "images:read",
    query: listQuerySchema.extend({
      sortBy: z.enum(["name", "createdAt"]).catch("name"),
      sort: z.enum(["asc", "desc"]).catch("asc"),
    }),
    replies: { 200: listReplySchema(imageCategorySchema) },
  },
  add: {
    method: "POST",
    path: "/image-categories",
    summary: "Add a category",
    caller: "user",
    scope: "images:write",
    body: imageCategoryInputSchema,
    replies: { 201: saying(imageCategorySchema) },
    errors: ["conflict"],
  },
  update: {
    method: "PUT",
    path: "/image-categories/{id}",
    summary: "Rename a category",
    caller: "user",
    scope: "images:write",
    body: imageCategoryInputSchema,
    replies: { 200: saying(imageCategorySchema) },
    errors: ["conflict"],
  },
  remove: {
    method: "DELETE",
    path: "/image-categories/{id}",
    summary: "Delete a category; its images stay",
    caller: "user",
    scope: "images:write",
    replies: { 200: saying(undoableSchema.extend({ _id: idSchema })) },
  },
})

/** The files by the paths that other replies contain. */
export const files = routes({
  image: {
    method: "GET",
    path: "/files/images/{id}/{noun}",
    summary: "An image's file, preview or silhouette, for its owner",
    caller: "user",
    scope: "images:read",
    role: "press",
    params: {
      noun: z
        .union([
          z.enum(["source", "preview", "silhouette"]),
          z.string().regex(/^(preview|silhouette)\.[0-9a-z]+$/),
        ])
        .meta({ description: "A preview or silhouette that changes has a path for each of its states" }),
    },
    replies: {
      200: file(...mediaTypes, "application/octet-stream"),
      ...partialReplies,
    },
  },
  piece: {
    method: "GET",
    path: "/files/images/{id}/variants/{digest}/{noun}",
    summary: "The preview or silhouette of an image with values in its fields, for its owner",
    caller: "user",
    scope: "images:read",
    role: "press",
    params: { digest: z.string(), noun: z.enum(["preview", "silhouette"]) },
    replies: { 200: file("image/png", "application/octet-stream"), ...partialReplies },
  },
  mailedPicture: {
    method: "GET",
    path: "/files/previews/{token}",
    summary: "The picture of a finished print's first sheet, for whoever has the mail about it",
    caller: "anyone",
    params: { token: z.string().meta({ description: "From the mail; it opens nothing else" }) },
    replies: { 200: file("image/png"), ...partialReplies },
  },
  zip: {
    method: "GET",
    path: "/files/sheets/{token}/all.zip",
    summary: "Everything that a link opens, with manifest and contact sheet, for whoever has it",
    caller: "anyone",
    scope: "prints:read",
    params: { token: z.string().meta({ description: "A link's own, or that of any sheet" }) },
    replies: { 200: file("application/zip") },
    errors: ["gone", "conflict", "too-many-requests"],
  },
  sheet: {
    method: "GET",
    path: "/files/sheets/{token}/{name}",
    summary: "A finished sheet, for whoever has its link",
    caller: "anyone",
    scope: "prints:read",
    params: {
      token: z.string().meta({ description: "A link's own, or that of any sheet" }),
      name: z.string(),
    },
    replies: {
      200: file(...Object.values(sheetFileKinds).map(({ mediaType }) => mediaType)),
      ...partialReplies,
    },
    errors: ["gone"],
  },
})
