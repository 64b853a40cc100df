import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { z } from "zod"
import { imageCategories, images } from "../../../contract/api/image-api.ts"
import { prints } from "../../../contract/api/print-api.ts"
import type { FontReplacement } from "../../../contract/artwork/font.ts"
import { type Image, imageListQuerySchema } from "../../../contract/artwork/image.ts"
import { idSchema } from "../../../contract/id.ts"
import {
  DEFAULT_IMAGE_PAGE_SIZE,
  MAX_BULK_IDS,
  MAX_LISTED_IDS,
  MAX_PAGE_SIZE,
} from "../../../contract/limit.ts"
import { api, apiData } from "../../lib/api.ts"
import { apiUpload } from "../../lib/api-upload.ts"
import { loadPage } from "../../lib/load-page.ts"
import { queryClient, refresh } from "../../lib/query-client.ts"
import type { SendFile } from "./upload-queue.ts"

/** The library's search in the address. */
export const imageSearchSchema = imageListQuerySchema.omit({ ids: true }).extend({
  limit: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).catch(DEFAULT_IMAGE_PAGE_SIZE),
  /** A category's id, or "" for all. */
  imageCategory: idSchema.or(z.literal("")).catch(""),
})
export type ImageSearch = z.output<typeof imageSearchSchema>

export function imagesOptions(query: Omit<ImageSearch, "imageCategory"> & { imageCategory: string }) {
  return queryOptions({
    queryKey: ["images", query],
    queryFn: () => loadPage("images", query, (page) => api(images.list, { query: page })),
    placeholderData: (previous) => previous,
  })
}

/** A picker's search: in the name, and in a category or, with "", in all. */
export type PickerSearch = { search: string; imageCategory: string }

const newestFirst = { sortBy: "createdAt", sort: "desc" } as const

/** The images that a picker loads at a time: more than it shows before it is scrolled. */
const PICKER_PAGE_SIZE = 60

/** Loads the library as a picker shows it, the newest first, in parts. */
export function pickerImagesOptions(wanted: PickerSearch) {
  return infiniteQueryOptions({
    queryKey: ["images", "picker", wanted],
    queryFn: ({ pageParam }) =>
      api(images.list, { query: { ...wanted, ...newestFirst, page: pageParam, limit: PICKER_PAGE_SIZE } }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) =>
      pagination.page < pagination.totalPages ? pagination.page + 1 : null,
    placeholderData: (previous) => previous,
  })
}

/** Lists every image that a picker would show in the end, up to the longest page of a list. */
export async function listPickerImages(wanted: PickerSearch): Promise<Image[]> {
  const query = { ...wanted, ...newestFirst, page: 1, limit: MAX_PAGE_SIZE }
  return (await api(images.list, { query })).data
}

/** Lists all images that match, up to the longest page. */
export async function listAllImages(query: ImageSearch): Promise<Image[]> {
  const { data } = await queryClient.fetchQuery(imagesOptions({ ...query, page: 1, limit: MAX_PAGE_SIZE }))
  return data
}

export function imageOptions(id: string) {
  return queryOptions({
    queryKey: ["images", "one", id],
    queryFn: () => apiData(images.one, { params: { id } }),
    enabled: id !== "",
    meta: { silent: true },
  })
}

/** Loads the current state of images that were kept elsewhere; null for deleted ones. */
export function imagesNowOptions(ids: readonly string[]) {
  return queryOptions({
    queryKey: ["images", "now", ids],
    queryFn: () => findImages(ids),
    enabled: ids.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  })
}

/** Returns the images with these ids, by id and in their order; null for a deleted one. */
export async function findImages(ids: readonly string[]): Promise<Map<string, Image | null>> {
  const listed = await Promise.all(
    parts([...new Set(ids)], MAX_LISTED_IDS).map((part) =>
      api(images.list, { query: { ids: part.join(","), limit: MAX_LISTED_IDS } }),
    ),
  )
  const imagesById = new Map<string, Image>(
    listed.flatMap(({ data }) => data.map((image) => [image._id, image])),
  )
  return new Map(ids.map((id) => [id, imagesById.get(id) ?? null]))
}

/** Loads the newest prints with an image, whatever their state. */
export function printsOfImageOptions(imageId: string) {
  return queryOptions({
    queryKey: ["prints", "of image", imageId],
    queryFn: () => api(prints.list, { query: { imageId, limit: 5, sortBy: "createdAt", sort: "desc" } }),
    meta: { silent: true },
  })
}

export function imageCategoriesOptions() {
  return queryOptions({
    queryKey: ["image-categories"],
    queryFn: () =>
      api(imageCategories.list, {
        query: {
          limit: MAX_PAGE_SIZE,
          sortBy: "name",
          sort: "asc",
        },
      }),
  })
}

/** Sends one file; the same `id` again returns the image it made before. */
export const uploadFile: SendFile = async ({ id, file, target }, options) => {
  const form = new FormData()
  form.append("requestKey", id)
  // Before the file, so that the server knows them while the bytes still arrive.
  if (target.imageCategoryId !== null) form.append("imageCategoryId", target.imageCategoryId)
  form.append("score", String(target.score))
  form.append("files", file, file.name)
  const { data } = await apiUpload(images.upload, form, options)
  return data[0]
}

type ImageChange = {
  name?: string
  imageCategoryId?: string | null
  score?: number
  fontReplacements?: FontReplacement[]
}

export async function updateImage(id: string, change: ImageChange): Promise<void> {
  await apiData(images.update, { params: { id }, body: change })
  await refresh("images", "image-categories", "prints")
}

/** Deletes them all, in batches that the server takes; returns the undo id of each. */
export async function deleteImages(ids: readonly string[]): Promise<(string | null)[]> {
  const undoIds: (string | null)[] = []
  for (const part of parts(ids, MAX_BULK_IDS)) {
    const { undoId } =
      part.length === 1
        ? await apiData(images.remove, { params: { id: part[0] } })
        : await apiData(images.bulkDelete, { body: { ids: part } })
    undoIds.push(undoId)
  }
  await refresh("images", "image-categories", "prints", "statistics")
  return undoIds
}

export async function moveImages(ids: readonly string[], imageCategoryId: string | null): Promise<void> {
  for (const part of parts(ids, MAX_BULK_IDS)) {
    await apiData(images.bulkUpdate, { body: { images: part.map((_id) => ({ _id, imageCategoryId })) } })
  }
  await refresh("images", "image-categories")
}

export async function createCategory(name: string): Promise<string> {
  const { _id } = await apiData(imageCategories.add, { body: { name } })
  await refresh("image-categories")
  return _id
}

export async function renameCategory(id: string, name: string): Promise<void> {
  await apiData(imageCategories.update, { params: { id }, body: { name } })
  await refresh("image-categories", "images")
}

/** Deletes a category; its images stay without one. Returns the id of its undo. */
export async function deleteCategory(id: string): Promise<string | null> {
  const { undoId } = await apiData(imageCategories.remove, { params: { id } })
  await refresh("image-categories", "images")
  return undoId
}

function parts(ids: readonly string[], size: number): string[][] {
  const count = Math.ceil(ids.length / size)
  return Array.from({ length: count }, (_, i) => ids.slice(i * size, (i + 1) * size))
}
