import { z } from "zod"
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, MAX_SEARCH_LENGTH } from "./limit.ts"

const paginationSchema = z.object({
  /** The rows of all pages; more than so many, if it is not exact. */
  totalDocuments: z.number(),
  isExact: z.boolean(),
  /** The pages that are known; later ones follow by `next`. */
  totalPages: z.number(),
  page: z.number(),
  limit: z.number(),
  /** The place behind this page's last row, for the next page's `after`; null: nothing follows. */
  next: z.string().nullable(),
})
export type Pagination = z.infer<typeof paginationSchema>

/** The letters of a place: those of a long name, and an id. */
const MAX_PLACE_LENGTH = 2_000
export const placeSchema = z.string().min(1).max(MAX_PLACE_LENGTH).optional()

/** The minutes that the page's clock is ahead of UTC: a search matches dates as the page shows them. */
export const utcOffsetSchema = z.coerce.number().int().min(-720).max(840).catch(0)

/** Returns a page's rows as a query asks for them: the most there are where it wants more, `usual` where it says none. */
export function pageSizeSchema(usual: number) {
  const rows = z.coerce
    .number()
    .int()
    .overwrite((wanted) => Math.min(wanted, MAX_PAGE_SIZE))
  return rows.min(1).max(MAX_PAGE_SIZE).catch(usual)
}

/** The query of every list. Out-of-range pages are clamped, so links survive shrinking lists. */
export const listQuerySchema = z.object({
  page: z.coerce.number().int().min(1).catch(1),
  /** A page's `pagination.next`: the rows behind it, however far that is; `page` is then only its number. */
  after: placeSchema,
  limit: pageSizeSchema(DEFAULT_PAGE_SIZE),
  search: z.string().trim().max(MAX_SEARCH_LENGTH).catch(""),
  sortBy: z.string().max(40).optional().catch(undefined),
  sort: z.enum(["asc", "desc"]).catch("desc"),
})
export type ListQuery = z.infer<typeof listQuerySchema>

export function listReplySchema<T extends z.ZodType>(row: T) {
  return z.object({ data: z.array(row), pagination: paginationSchema })
}
export type ListReply<T> = { data: T[]; pagination: Pagination }
