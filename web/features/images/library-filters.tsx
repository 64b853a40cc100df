import { useQuery } from "@tanstack/react-query"
import { ArrowDownUp, ArrowDownWideNarrow, Pencil, Plus, TriangleAlert } from "lucide-react"
import type { ImageCategory } from "../../../contract/artwork/image.ts"
import { Button } from "../../components/ui/button.tsx"
import { Chip, ChipRow } from "../../components/ui/chip.tsx"
import { SearchInput } from "../../components/ui/search-input.tsx"
import { Select } from "../../components/ui/select.tsx"
import { formatCount } from "../../lib/format.ts"
import { useSetSearchParams } from "../../lib/search-params.ts"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { type ImageSearch, imageCategoriesOptions } from "./image-calls.ts"

type LibraryFiltersProps = {
  query: ImageSearch
  /** The images in all categories; undefined until they are counted. */
  total: number | undefined
  /** The images with findings about their ink that are still to be looked at. */
  toLookAt: number
  /** The images that match. */
  found: number
}

/** Draws category chips with their counts, search and order. All of it lives in the address. */
export function LibraryFilters({ query, total, toLookAt, found }: LibraryFiltersProps) {
  const setParams = useSetSearchParams()
  const categories = useQuery(imageCategoriesOptions()).data?.data ?? []
  const editCategory = useModalParam("editCategory")
  const { chips, others } = chipsOf(categories, query.imageCategory)
  const pick = (imageCategory: string | null) => setParams({ imageCategory, page: null }, { push: true })
  return (
    <>
      <div className="mt-4">
        <ChipRow label="Categories">
          <Chip count={total} isPicked={query.imageCategory === ""} onPick={() => pick(null)}>
            All categories
          </Chip>
          {chips.map((category) => {
            const isPicked = query.imageCategory === category._id
            return (
              <Chip
                key={category._id}
                count={category.imageCount}
                isPicked={isPicked}
                onPick={() => pick(isPicked ? null : category._id)}
                action={
                  isPicked && (
                    <button
                      type="button"
                      aria-label={`Edit ${category.name}`}
                      onClick={() => editCategory.open(category._id)}
                      className="mr-1.5 grid size-6 place-items-center rounded-full hover:bg-hover coarse:size-9"
                    >
                      <Pencil className="size-3.5" />
                    </button>
                  )
                }
              >
                <span className="max-w-48 truncate">{category.name}</span>
              </Chip>
            )
          })}
          {others.length > 0 && (
            <Select
              label="More categories"
              placeholder={`${formatCount(others.length)} more`}
              value=""
              size="sm"
              onValueChange={pick}
              options={others.map(({ _id, name }) => ({ value: _id, label: name }))}
              className="w-auto flex-none rounded-full"
            />
          )}
          <button
            type="button"
            onClick={() => editCategory.open("new")}
            className="inline-flex h-8 flex-none items-center gap-1.5 rounded-full border border-line border-dashed px-3 text-sm font-[500] text-ink-2 hover:bg-hover coarse:h-11 coarse:px-4"
          >
            <Plus aria-hidden="true" className="size-3.5" /> New
          </button>
        </ChipRow>
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <SearchInput
          label="Search images"
          value={query.search}
          onSearch={(search) => setParams({ search, page: null })}
          className="w-full md:w-56"
        />
        <Select
          label="Sort by"
          isQuiet
          icon={<ArrowDownWideNarrow />}
          value={query.sortBy}
          onValueChange={(sortBy) => setParams({ sortBy, page: null }, { push: true })}
          options={sortOptions(query.sort)}
          className="min-w-0 flex-1 md:w-48 md:flex-none"
        />
        <Button
          size="icon"
          aria-label="Reverse the order"
          title="Reverse the order"
          onClick={() =>
            setParams({ sort: query.sort === "asc" ? "desc" : "asc", page: null }, { push: true })
          }
        >
          <ArrowDownUp />
        </Button>
        {(toLookAt > 0 || query.ink === "open") && (
          <Chip
            count={toLookAt}
            isPicked={query.ink === "open"}
            onPick={() =>
              setParams({ ink: query.ink === "open" ? null : "open", page: null }, { push: true })
            }
          >
            <TriangleAlert aria-hidden="true" className="size-3.5 text-warn" /> To look at
          </Chip>
        )}
        <span className="ml-auto hidden text-sm text-ink-3 tabular-nums md:block">
          {rangeWords(query.page, query.limit, found)}
        </span>
      </div>
    </>
  )
}

/** Returns `1–50 of 128`, or "" for an empty list. */
function rangeWords(page: number, limit: number, total: number): string {
  if (total === 0) return ""
  return `${formatCount((page - 1) * limit + 1)}–${formatCount(Math.min(total, page * limit))} of ${formatCount(total)}`
}

/** The most chips; more would push the images off the screen. */
const MAX_CHIPS = 12

/** Returns the categories with a chip, by name: the fullest and the picked one. The others are in a list. */
function chipsOf(categories: readonly ImageCategory[], pickedId: string) {
  if (categories.length <= MAX_CHIPS) return { chips: categories, others: [] }
  const fullest = [...categories].sort((a, b) => b.imageCount - a.imageCount).slice(0, MAX_CHIPS)
  const shown = new Set([...fullest.map(({ _id }) => _id as string), pickedId])
  return {
    chips: categories.filter(({ _id }) => shown.has(_id)),
    others: categories.filter(({ _id }) => !shown.has(_id)),
  }
}

const sortWords: Record<ImageSearch["sortBy"], { asc: string; desc: string }> = {
  createdAt: { asc: "Oldest first", desc: "Newest first" },
  name: { asc: "Name A to Z", desc: "Name Z to A" },
  score: { asc: "Lowest score first", desc: "Best score first" },
  usedInPrint: { asc: "Least printed first", desc: "Most printed first" },
}

/** Returns the orders on offer, in the current direction. */
function sortOptions(direction: "asc" | "desc"): { value: ImageSearch["sortBy"]; label: string }[] {
  const sorts: ImageSearch["sortBy"][] = ["createdAt", "name", "score", "usedInPrint"]
  return sorts.map((value) => ({ value, label: sortWords[value][direction] }))
}
