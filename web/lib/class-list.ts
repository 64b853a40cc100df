/**
 * Joins class names as they are. For parts of the first page, which does without the merger's weight: what a caller
 * may override there is a default of no specificity, `[:where(&)]:size-4`.
 */
export { clsx as classList } from "clsx"
