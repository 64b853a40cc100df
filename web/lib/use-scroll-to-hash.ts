import { useLocation } from "@tanstack/react-router"
import { type RefObject, useEffect, useEffectEvent } from "react"

/**
 * Scrolls to the section that the address names. The router looks for it only once; on a first load the
 * section, and the part above it, come later. `isSettled`: all of that has its height.
 */
export function useScrollToHash(section: RefObject<HTMLElement | null>, isSettled: boolean): void {
  const hash = useLocation({ select: (location) => location.hash })
  const scroll = useEffectEvent(() => {
    if (hash !== "" && section.current?.id === hash) section.current.scrollIntoView({ behavior: "instant" })
  })
  useEffect(() => {
    if (isSettled) scroll()
  }, [isSettled])
}
