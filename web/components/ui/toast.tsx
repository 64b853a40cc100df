import { CircleAlert, CircleCheck } from "lucide-react"
import { useEffect, useRef } from "react"
import { Toaster as Sonner } from "sonner"
import { useIsWide } from "../../lib/media-query.ts"
import { lift } from "./clear-of-toasts.ts"

/** The most messages shown at once. Older ones wait out of sight, and come back as newer ones go. */
const MOST_TOASTS = 5

/** Shows toasts, once per app: bottom right, on phones bottom centre, above `clearOfToasts`. */
export function Toaster() {
  const isWide = useIsWide()
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => (frame.current ? watchFocus(frame.current) : undefined), [])
  useEffect(() => (frame.current ? watchHeight(frame.current) : undefined), [])
  return (
    <div ref={frame}>
      <Sonner
        position={isWide ? "bottom-right" : "bottom-center"}
        closeButton
        expand
        visibleToasts={MOST_TOASTS}
        offset={{ bottom: "calc(1.5rem + var(--toast-lift, 0px))" }}
        mobileOffset={{ bottom: "calc(1rem + var(--toast-lift, 0px))" }}
        style={{ fontFamily: "inherit" }}
        containerAriaLabel="Messages"
        icons={{
          success: <CircleCheck className="size-4.5 text-good" />,
          error: <CircleAlert className="size-4.5 text-bad" />,
        }}
        toastOptions={{
          unstyled: true,
          classNames: {
            toast:
              "pointer-events-auto flex w-full items-start gap-3 rounded-lg bg-raised py-3 pr-11 pl-3.5 text-sm text-ink shadow-float md:w-[22rem]",
            icon: "mt-px flex-none",
            content: "min-w-0 flex-1",
            title: "font-[550] [overflow-wrap:anywhere]",
            actionButton:
              "-my-1.5 h-8 flex-none rounded-sm px-2.5 font-[600] text-accent-ink hover:bg-hover coarse:-my-3 coarse:h-11",
            description: "mt-0.5 text-xs text-ink-3 [overflow-wrap:anywhere]",
            closeButton:
              "absolute top-1.5 right-1.5 grid size-8 place-items-center rounded-sm text-ink-3 hover:bg-hover hover:text-ink coarse:top-0 coarse:right-0 coarse:size-11 [&_svg]:size-4",
          },
        }}
      />
    </div>
  )
}

/** Raises the messages anew when their number changes. */
function watchHeight(frame: HTMLElement): () => void {
  const changes = new MutationObserver(lift)
  changes.observe(frame, { childList: true, subtree: true, attributeFilter: ["data-visible"] })
  return () => changes.disconnect()
}

/**
 * Lets Tab leave the messages. sonner sends a leaving focus back to where it came from, which traps Tab while
 * a message shows (WCAG 2.2, 2.1.2). Here the focus returns only if its message went away.
 */
function watchFocus(frame: HTMLElement): () => void {
  let before: EventTarget | null = null
  let inside: EventTarget | null = null
  const enter = (event: FocusEvent) => {
    event.stopPropagation()
    if (!frame.contains(event.relatedTarget as Node | null)) before = event.relatedTarget
    inside = event.target
  }
  const leave = (event: FocusEvent) => event.stopPropagation()
  const returnLost = new MutationObserver(() => {
    if (!(inside instanceof Node) || inside.isConnected) return
    inside = null
    const isLost = document.activeElement === document.body
    if (isLost && before instanceof HTMLElement) before.focus({ preventScroll: true })
  })
  frame.addEventListener("focusin", enter)
  frame.addEventListener("focusout", leave)
  returnLost.observe(frame, { childList: true, subtree: true })
  return () => {
    frame.removeEventListener("focusin", enter)
    frame.removeEventListener("focusout", leave)
    returnLost.disconnect()
  }
}
