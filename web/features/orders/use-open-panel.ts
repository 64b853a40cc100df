import type { OrderListQuery } from "../../../contract/orders/order.ts"
import { useSearchParam, useSetSearchParams } from "../../lib/search-params.ts"

const panels = ["artwork", "texts", "changes"] as const
type Panel = (typeof panels)[number]

/** Keeps in the address which panel is open; a list of what one of them asks about has that one open. */
export function useOpenPanel(query: Pick<OrderListQuery, "unmatched" | "doubtful" | "changed">) {
  const setParams = useSetSearchParams()
  const named = useSearchParam("panel")
  const usual = query.unmatched ? "artwork" : query.doubtful ? "texts" : query.changed ? "changes" : null
  const open = panels.find((panel) => panel === named) ?? (named === "" ? usual : null)
  return (panel: Panel) => ({
    isOpen: open === panel,
    onToggle: () => {
      const next = open === panel ? null : panel
      setParams({ panel: next === usual ? null : (next ?? "none") }, { push: true })
    },
  })
}

export type PanelOpening = ReturnType<ReturnType<typeof useOpenPanel>>
