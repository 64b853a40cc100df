/** On wide screens toasts are 22rem wide, 1.5rem from the right: they cover nothing beyond this. */
const TOAST_SPAN_PX = 400
/** Three of them with the space below them: room is kept before there are any. */
const TOASTS_HEIGHT_PX = 240
/** What the page says of itself at its top edge stays readable. */
const HEADER_PX = 56
const SPACE_PX = 24
/** sonner's own. */
const TOAST_GAP_PX = 14
/** However much stands at the bottom, toasts stay on the screen. */
const HIGHEST_SHARE = 0.65

const feet = new Set<HTMLElement>()

/** A `ref` for a screen's main action near the bottom edge: toasts appear above it. */
export function clearOfToasts(foot: HTMLElement | null): (() => void) | undefined {
  if (foot === null) return
  feet.add(foot)
  const sizes = new ResizeObserver(lift)
  sizes.observe(foot)
  // Modals slide into their place.
  window.addEventListener("animationend", lift)
  window.addEventListener("resize", lift)
  return () => {
    sizes.disconnect()
    window.removeEventListener("animationend", lift)
    window.removeEventListener("resize", lift)
    feet.delete(foot)
    lift()
  }
}

/** Tells the stylesheet how far up toasts go: above each foot, but not over the page's header. */
export function lift(): void {
  const { innerWidth, innerHeight } = window
  const isWide = window.matchMedia("(min-width: 48rem)").matches
  const stackPx = toastsHeightPx()
  const reachPx = Math.max(TOASTS_HEIGHT_PX, stackPx + SPACE_PX)
  const left = isWide ? innerWidth - TOAST_SPAN_PX : 0
  const tops = [...feet]
    .map((foot) => foot.getBoundingClientRect())
    .filter(({ height, right, bottom }) => height > 0 && right > left && bottom > innerHeight - reachPx)
    .map(({ top }) => innerHeight - top)
  const highestPx = Math.min(innerHeight * HIGHEST_SHARE, innerHeight - HEADER_PX - SPACE_PX - stackPx)
  const liftPx = Math.max(0, Math.min(Math.max(0, ...tops), highestPx))
  document.documentElement.style.setProperty("--toast-lift", `${Math.round(liftPx)}px`)
}

/** The height of all messages that show, spread out. */
function toastsHeightPx(): number {
  const shown = document.querySelectorAll<HTMLElement>('[data-sonner-toast][data-visible="true"]')
  return [...shown].reduce((sum, toast) => sum + toast.offsetHeight + TOAST_GAP_PX, 0)
}
