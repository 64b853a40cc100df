/**
 * Joins class names as they are, for the first page, which does without the merger's weight. A default there
 * that a caller may override has no specificity, `[:where(&)]:size-4`.
 */
export { clsx as classList } from "clsx"
