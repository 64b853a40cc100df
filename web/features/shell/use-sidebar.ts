import { useLocation } from "@tanstack/react-router"
import { useCallback, useState } from "react"
import { read, write } from "../../lib/session.ts"

const KEY = "sheetsmith.sidebar"

export type Sidebar = {
  /** On wide screens: names beside the icons. Remembered. */
  isExpanded: boolean
  toggle(): void
  /** On phones: the menu lies over the page. Closed on the next path. */
  isOpen: boolean
  setOpen(isOpen: boolean): void
}

export function useSidebar(): Sidebar {
  const [isExpanded, setIsExpanded] = useState(() => read(KEY) !== "collapsed")
  const [openOn, setOpenOn] = useState<string | null>(null)
  const path = useLocation({ select: (location) => location.pathname })

  const toggle = useCallback(() => {
    setIsExpanded(!isExpanded)
    write(KEY, isExpanded ? "collapsed" : "expanded")
  }, [isExpanded])
  const setOpen = useCallback((isOpen: boolean) => setOpenOn(isOpen ? path : null), [path])

  return { isExpanded, toggle, isOpen: openOn === path, setOpen }
}
