/**
 * Joins class names as they are, for the first page, which does without the merger's weight. What a
 * caller may override there is a default without specificity, `[:where(&)]:size-4`.
 */
export { clsx as classList } from "clsx"
