import { z } from "zod"
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, MAX_SEARCH_LENGTH } from "./limit.ts"

const paginationSchema = z.object({
  totalDocuments: z.number(),
  totalPages: z.number(),
  page: z.number(),
  limit: z.number(),
})
export type Pagination = z.infer<typeof paginationSchema>

/** The minutes that the page's clock is ahead of UTC: a search matches dates as the page shows them. */
export const utcOffsetSchema = z.coerce.number().int().min(-720).max(840).catch(0)

/** The query of every list. Out-of-range pages are clamped, so links survive shrinking lists. */
export const listQuerySchema = z.object({
  page: z.coerce.number().int().min(1).catch(1),
  limit: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).catch(DEFAULT_PAGE_SIZE),
  search: z.string().trim().max(MAX_SEARCH_LENGTH).catch(""),
  sortBy: z.string().max(40).optional().catch(undefined),
  sort: z.enum(["asc", "desc"]).catch("desc"),
})
export type ListQuery = z.infer<typeof listQuerySchema>

export function listReplySchema<T extends z.ZodType>(row: T) {
  return z.object({ data: z.array(row), pagination: paginationSchema })
}
export type ListReply<T> = { data: T[]; pagination: Pagination }
