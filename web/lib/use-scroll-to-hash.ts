import { useLocation } from "@tanstack/react-router"
import { type RefObject, useEffect, useEffectEvent } from "react"

/**
 * Brings a section into view when the address names it. The router looks for it once, as the path is resolved; on a
 * first load the section comes later, and what lies above it later still: `isSettled` says when that has its height.
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
