import { imageListQuerySchema } from "../../../contract/image.ts"
import { DEFAULT_IMAGE_PAGE_SIZE } from "../../../contract/limit.ts"
import type { QueryParams } from "../../lib/query-params.ts"
import type { ImageQuery, ImageSort } from "./image-calls.ts"

/** What the address says about the library's list; out of range values fall back. */
export function imageQueryFrom(params: QueryParams): ImageQuery {
  const parsed = imageListQuerySchema.parse({
    page: params.page,
    limit: params.limit ?? DEFAULT_IMAGE_PAGE_SIZE,
    search: params.search ?? "",
    sortBy: params.sortBy ?? "createdAt",
    sort: params.sort ?? "desc",
    imageCategory: params.imageCategory,
  })
  return { ...parsed, imageCategory: parsed.imageCategory ?? "" }
}

const sortWords: Record<ImageSort, { asc: string; desc: string }> = {
  createdAt: { asc: "Oldest first", desc: "Newest first" },
  name: { asc: "Name A to Z", desc: "Name Z to A" },
  score: { asc: "Lowest score first", desc: "Best score first" },
  usedInPrint: { asc: "Least printed first", desc: "Most printed first" },
}

/** The orders offered, in the direction that is on. */
export function sortOptions(direction: "asc" | "desc"): { value: ImageSort; label: string }[] {
  const sorts: ImageSort[] = ["createdAt", "name", "score", "usedInPrint"]
  return sorts.map((value) => ({ value, label: sortWords[value][direction] }))
}
