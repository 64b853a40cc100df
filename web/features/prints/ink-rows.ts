import { createContext } from "react"
import type { PreviewItem } from "../sheet-preview/preview-item.ts"

/** The rows of a desk and its template, for the parts that ask for their ink together. */
export type InkRows = { items: readonly PreviewItem[]; template: { _id: string } | null }

export const InkRowsContext = createContext<InkRows>({ items: [], template: null })
