import { type ClassValue, clsx } from "clsx"
import { extendTailwindMerge } from "tailwind-merge"

/** The type scale is our own, so the merger must know its names or it takes them for colours. */
const merge = extendTailwindMerge({
  extend: {
    classGroups: { "font-size": [{ text: ["2xs", "xs", "sm", "base", "lg", "xl", "2xl", "3xl", "4xl"] }] },
  },
})

/** Joins class names; a later utility replaces an earlier one of the same kind. */
export function classNames(...values: ClassValue[]): string {
  return merge(clsx(values))
}
