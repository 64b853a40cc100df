import { useSetSearchParams } from "../lib/search-params.ts"
import { Tabs, type TabsProps } from "./ui/tabs.tsx"

const unfiltered = { search: null, page: null, sortBy: null, sort: null, role: null, status: null }

/** Draws a page's tabs. The open one lives in the address as `tab`, and begins without another's filters. */
export function PageTabs(props: Omit<TabsProps, "onValueChange">) {
  const setParams = useSetSearchParams()
  const [first] = props.tabs
  return (
    <Tabs
      {...props}
      onValueChange={(tab) =>
        setParams({ ...unfiltered, tab: tab === first.value ? null : tab }, { push: true })
      }
    />
  )
}
